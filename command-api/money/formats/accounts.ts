import { refusal, type Section } from './statement.ts'

const plain = (number: string) => number.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
const withoutZeros = (number: string) => number.replace(/^0+/, '')

/**
 * Whether a number in a file is this account's number. A bank may add a branch number, a code or
 * words, and a spreadsheet may drop leading zeros.
 */
export const isNumberOf = (written: string, accountNumber: string): boolean => {
  const [found, own] = [plain(written), plain(accountNumber)]
  if (found.endsWith(own) || withoutZeros(found) === withoutZeros(own)) return true
  return written.split(/\D+/).includes(own)
}

/** Consecutive statements of one account, which are read as one statement. */
type Part = { account: string; sections: Section[] }

type Options = {
  /** The name of the part that a person picked. */
  account?: string | undefined
  /** The number of the shop's account to which the statement should belong. */
  accountNumber?: string | undefined
}

export type Choice = {
  /**
   * The names of the parts. Each is the account's number, followed by the days that the part covers
   * if the account has several parts.
   */
  accounts: string[]
  /** The name of the part that is read; null if it is unclear which part is meant. */
  account: string | null
  /** The account's number as the file writes it; null if the file has none. */
  number: string | null
  sections: Section[]
}

/**
 * Chooses which of a file's statements to read as one. A file can contain consecutive months of an
 * account, several accounts, or separate periods. If the file has several parts, chooses the part
 * that was asked for, or else the only part that belongs to the shop's account.
 */
export const chooseAccount = (
  all: Section[],
  { account: asked, accountNumber }: Options,
): Choice => {
  const byNumber = Map.groupBy(all, ({ account }) => plain(account))
  if (byNumber.size > 1 && byNumber.has(''))
    throw refusal(
      'invalid',
      'The file has statements of several accounts, and some do not say which account they are for',
      'download the statement of one account only',
    )
  const parts = [...byNumber.values()].flatMap(partsOf)
  const [only] = parts
  if (parts.length < 2) {
    const number = only?.account || null
    return { accounts: number ? [number] : [], account: number, number, sections: all }
  }
  const names = namesOf(parts)
  if (asked !== undefined && !names.includes(asked))
    throw refusal(
      'invalid',
      `The file has no statement ${asked.slice(0, 60)}, only ${names.slice(0, 5).join('; ').slice(0, 300)}`,
      'choose one of these',
    )
  const own = parts.flatMap(({ account }, at) =>
    accountNumber !== undefined && isNumberOf(account, accountNumber) ? [at] : [],
  )
  const at = asked === undefined ? (own.length === 1 ? own[0] : undefined) : names.indexOf(asked)
  const part = parts[at ?? -1]
  const named = part ?? parts[own[0] ?? -1]
  return {
    accounts: names,
    account: names[at ?? -1] ?? null,
    number: named?.account ?? null,
    sections: part?.sections ?? [],
  }
}

/**
 * Names each part, so that a person can pick it. A second part with the same days gets a number.
 */
const namesOf = (parts: Part[]): string[] => {
  const perAccount = Map.groupBy(parts, ({ account }) => account)
  const used = new Map<string, number>()
  return parts.map(({ account, sections }) => {
    const isSplit = (perAccount.get(account)?.length ?? 0) > 1
    const name = isSplit ? [account, daysOf(sections)].filter(Boolean).join(', ') : account
    const count = (used.get(name) ?? 0) + 1
    used.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}

/**
 * Groups an account's statements into parts. A statement continues the part of the one before it if
 * their balances meet, in either order, or if a balance is missing.
 */
const partsOf = (sections: Section[]): Part[] => {
  const parts: Part[] = []
  for (const section of sections) {
    const part = parts.at(-1)
    const before = part?.sections.at(-1)
    if (part && before && follows(before, section)) part.sections.push(section)
    else parts.push({ account: section.account, sections: [section] })
  }
  return parts
}

const follows = (one: Section, next: Section): boolean => {
  if (next.isContinued) return true
  const meets = (closing: number | null, opening: number | null) =>
    closing === null || opening === null || closing === opening
  return meets(one.closingKobo, next.openingKobo) || meets(next.closingKobo, one.openingKobo)
}

const daysOf = (sections: Section[]): string => {
  const days = sections
    .flatMap(({ days: said, lines }) => [...said, ...lines.map(({ bookedOn }) => bookedOn)])
    .filter((day) => day !== '')
    .toSorted()
  const [first, last] = [days[0], days.at(-1)]
  return first === last ? (first ?? '') : `${first} to ${last}`
}
