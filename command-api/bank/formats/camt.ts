import { parseDecimal } from './amounts.ts'
import { parseInstant } from './dates.ts'
import {
  damaged,
  newSection,
  type ReadFile,
  type Section,
  type StatementLine,
} from './statement.ts'
import { decodeText, tidy } from './text.ts'
import { type Element, find, findAll, readXml, textAt } from './xml.ts'

const openingCodes = ['OPBD', 'PRCD']
const closingCodes = ['CLBD', 'ITBD']

type Balance = { code: string; kobo: number }

/** CAMT.052 (reports of a day) and CAMT.053 (statements), in any version of their schemas. */
export const readCamt = (bytes: Uint8Array): ReadFile => {
  const sections: Section[] = []
  let section = newSection()
  let balances: Balance[] = []
  let row = 0
  let account: Element | undefined
  let days: Element | undefined
  const end = () => {
    const balanceOf = (codes: string[]) =>
      codes
        .flatMap((code) => balances.filter((balance) => balance.code === code))
        .map(({ kobo }) => kobo)[0] ?? null
    section.account = textAt(account, 'Id', 'IBAN') || textAt(account, 'Id', 'Othr', 'Id')
    section.currencies.push(textAt(account, 'Ccy'))
    section.openingKobo = balanceOf(openingCodes)
    section.closingKobo = balanceOf(closingCodes)
    section.days = ['FrDtTm', 'ToDtTm'].map((name) => parseInstant(textAt(days, name)) ?? '')
    sections.push(section)
    ;[section, balances, account, days] = [newSection(), [], undefined, undefined]
  }
  readXml(decodeText(bytes).replace(/^\ufeff/, ''), {
    FrToDt: (element) => {
      days = element
    },
    Bal: (element) => balances.push(balanceOf(element)),
    Ntry: (element) => {
      row++
      section.currencies.push(find(element, 'Amt')?.attributes.Ccy ?? '')
      section.lines.push(...readEntry(section, element, row))
    },
    Acct: (element) => {
      account ??= element
    },
    // A statement's end: the balances may stand before or after its entries.
    Stmt: end,
    Rpt: end,
  })
  return { sections, table: null }
}

const signedAmount = (element: Element, direction = textAt(element, 'CdtDbtInd')) => {
  const amount = parseDecimal(textAt(element, 'Amt'))
  if (amount === null || amount < 0) return null
  if (direction === 'CRDT') return amount
  return direction === 'DBIT' ? -amount : null
}

const balanceOf = (element: Element): Balance => {
  const kobo = signedAmount(element)
  if (kobo === null) throw damaged('a balance cannot be read')
  return { code: textAt(element, 'Tp', 'CdOrPrtry', 'Cd'), kobo }
}

const dayOf = (element: Element, name: string) =>
  parseInstant(textAt(element, name, 'Dt') || textAt(element, name, 'DtTm'))

const readEntry = (section: Section, entry: Element, row: number): StatementLine[] => {
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')
  // What is pending may still change or vanish.
  if (status === 'PDNG' || status === 'FUTR' || status === 'INFO') return []
  const refuse = (what: string) => {
    section.refused.push({ row, message: `Entry ${row} has no ${what} that can be read` })
    return []
  }
  const bookedOn = dayOf(entry, 'BookgDt')
  const total = signedAmount(entry)
  if (bookedOn === null) return refuse('booking date')
  if (total === null) return refuse('amount')
  const details = findAll(entry, 'NtryDtls').flatMap((batch) => findAll(batch, 'TxDtls'))
  const parts = partsOf(entry, details, total)
  if (!parts || parts.reduce((sum, { kobo }) => sum + kobo, 0) !== total)
    return refuse('sum of its parts')
  const common = { row, bookedOn, valueOn: dayOf(entry, 'ValDt'), balanceKobo: null }
  return parts
    .filter(({ kobo }) => kobo !== 0)
    .map(({ kobo, detail }) => ({ ...common, amountKobo: kobo, ...wordsOf(entry, detail) }))
}

type Part = { kobo: number; detail: Element | undefined }

/** A batch is one entry for several transfers: each is a line of its own, if each has its amount. */
const partsOf = (entry: Element, details: Element[], total: number): Part[] | null => {
  if (details.length < 2) return [{ kobo: total, detail: details[0] }]
  const amounts = details.map((detail) => {
    const own = find(detail, 'Amt') ? detail : find(detail, 'AmtDtls', 'TxAmt')
    if (!own) return undefined
    return signedAmount(own, textAt(detail, 'CdtDbtInd') || textAt(entry, 'CdtDbtInd'))
  })
  if (amounts.every((amount) => amount === undefined)) return [{ kobo: total, detail: undefined }]
  const parts = amounts.map((kobo, at) => ({ kobo: kobo ?? Number.NaN, detail: details[at] }))
  return parts.some(({ kobo }) => Number.isNaN(kobo)) ? null : parts
}

const wordsOf = (entry: Element, detail: Element | undefined) => {
  const remittance = findAll(find(detail, 'RmtInf'), 'Ustrd').map(({ text }) => text)
  const refs = find(detail, 'Refs')
  const ownRefs = ['AcctSvcrRef', 'TxId', 'EndToEndId'].map((name) => textAt(refs, name))
  const reference = [...ownRefs, textAt(entry, 'AcctSvcrRef'), textAt(entry, 'NtryRef')]
  const parties = find(detail, 'RltdPties')
  const isCredit = textAt(detail, 'CdtDbtInd') !== 'DBIT' && textAt(entry, 'CdtDbtInd') === 'CRDT'
  const payer = (isCredit ? ['UltmtDbtr', 'Dbtr'] : []).map(
    (name) => textAt(parties, name, 'Nm') || textAt(parties, name, 'Pty', 'Nm'),
  )
  return {
    narration: tidy(
      remittance.join(' ') || textAt(detail, 'AddtlTxInf') || textAt(entry, 'AddtlNtryInf'),
    ),
    payer: tidy(payer.find((name) => name !== '') ?? ''),
    reference: tidy(reference.find((one) => one !== '' && one !== 'NOTPROVIDED') ?? ''),
  }
}
