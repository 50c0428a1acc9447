import type { Dice } from '../dice.ts'
import { fancies, type Name, nameOf, shortNames, suffixes, trades } from './names.ts'

/** The owner of the paying account. */
type PayerKind = 'own' | 'relative' | 'company'

export type Customer = {
  key: string
  name: Name
  payer: PayerKind
  account: string
  typed: string
  formName: string
}

const capitals = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/Ɗ/g, 'D')
    .replace(/ƙ/g, 'k')
    .replace(/['’]/g, '')
    .toUpperCase()

const joined = (...parts: string[]) => parts.filter((part) => part !== '').join(' ')

/** A person's account name. Banks keep, drop or replace hyphens. */
const accountOf = (dice: Dice, { first, middle, family }: Name): string => {
  const name = dice.weighted([
    [40, joined(family, first, middle)],
    [26, joined(first, middle, family)],
    [12, joined(family, first, middle.charAt(0))],
    [12, joined(`${family},`, first, middle)],
    [6, joined(first, family)],
    [4, joined(first, middle.charAt(0), family)],
  ])
  return capitals(name).replaceAll('-', dice.pick(['-', ' ', '']))
}

const misspelt = (dice: Dice, text: string): string => {
  const at = 1 + Math.floor(dice.random() * (text.length - 1))
  const letter = dice.text('aeiouhny', 1)
  return dice.pick([
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + letter + text.slice(at + 1),
    text.slice(0, at) + letter + text.slice(at),
  ])
}

/** Phones type a curly apostrophe, keyboards a straight one. */
const asTyped = (dice: Dice, text: string): string => {
  const apostrophe = dice.chance(0.5) ? text.replaceAll("'", '’') : text
  return dice.weighted([
    [68, apostrophe],
    [20, apostrophe.toLowerCase()],
    [12, apostrophe.toUpperCase()],
  ])
}

const typedName = (dice: Dice, { first, middle, family }: Name): string => {
  const short = shortNames[first] ?? first
  const title = dice.pick(['Mrs', 'Miss', 'Mr.', 'Dr', 'Alhaja', 'Pastor'])
  const typed = dice.weighted([
    [38, joined(first, family)],
    [19, joined(family, first)],
    [11, joined(first, middle, family)],
    [4, joined(family, first, middle)],
    [4, joined(first, `${middle.charAt(0)}${middle === '' ? '' : '.'}`, family)],
    [3, joined(`${first.charAt(0)}.`, family)],
    [4, joined(short, family)],
    [3, joined(title, first, family)],
    [2, first + family],
    [5, first],
    [3, family],
    [2.5, misspelt(dice, joined(first, family))],
    [2, joined(family, middle === '' ? first : middle)],
  ])
  return asTyped(dice, typed)
}

type Company = { core: string; suffix: string }

const companyOf = (dice: Dice, { first, family }: Name): Company => {
  const core = dice.weighted([
    [4, joined(first, dice.pick(trades))],
    [3, joined(dice.pick(fancies), dice.pick(trades))],
    [3, joined(family, 'and Sons')],
    [3, joined(dice.pick(fancies), 'by', first)],
    [3, joined(first, family, dice.pick(trades))],
    [2, joined(family, 'Global', dice.pick(trades))],
    [2, `${dice.pick(fancies)}${dice.pick(trades).toLowerCase()}`],
  ])
  const suffix = dice.weighted([
    [5, dice.pick(suffixes)],
    [3, joined('Nig', dice.pick(['Ltd', 'Limited', 'Enterprises']))],
    [2, joined(dice.pick(trades), dice.pick(['Ltd', 'Limited', 'Ventures']))],
    [2, ''],
  ])
  return { core, suffix }
}

const typedCompany = (dice: Dice, { core, suffix }: Company): string =>
  asTyped(dice, dice.chance(0.5) ? core : joined(core, suffix.replace('Limited', 'Ltd')))

/** Of 100 customers, 7 are paid for by a relative, and 7 by their own or another company. */
export const newCustomer = (dice: Dice, number: number): Customer => {
  const name = nameOf(dice, dice.chance(0.88) ? 'women' : 'men')
  const own = joined(name.first, name.family)
  const formName = dice.chance(0.02) ? misspelt(dice, own) : own
  const customer = { key: `customer-${number}`, name, formName }
  const payer = dice.weighted<PayerKind>([
    [86, 'own'],
    [7, 'relative'],
    [7, 'company'],
  ])
  if (payer === 'relative') {
    const family = dice.chance(0.6) ? name.family : undefined
    const relative = nameOf(dice, dice.chance(0.6) ? 'men' : 'women', family)
    // The form asks for the account's name, but customers often type their own name.
    const typed = typedName(dice, dice.chance(0.35) ? relative : name)
    return { ...customer, payer, account: accountOf(dice, relative), typed }
  }
  if (payer === 'company') {
    const company = companyOf(dice, dice.chance(0.7) ? name : nameOf(dice, 'men'))
    const typed = dice.chance(0.5) ? typedCompany(dice, company) : typedName(dice, name)
    return {
      ...customer,
      payer,
      account: capitals(joined(company.core, company.suffix)),
      typed,
    }
  }
  // Of 100 customers, 4 have an account under their birth name, because they have married since.
  const maiden = dice.chance(0.04) ? nameOf(dice, 'women').family : name.family
  return {
    ...customer,
    payer,
    account: accountOf(dice, { ...name, family: maiden }),
    typed: typedName(dice, name),
  }
}
