import { parseDecimal } from './amounts.ts'
import { takeOutForeign } from './currencies.ts'
import { parseInstant } from './dates.ts'
import {
  damaged,
  namingTexts,
  newSection,
  notReadable,
  otherContent,
  type ReadFile,
  type Section,
  type StatementLine,
  zeroRow,
} from './statement.ts'
import { decodeText, joinTexts, tidy } from './text.ts'
import { type Element, find, findAll, readXml, textAt, xmlEncoding } from './xml.ts'

const openingCodes = ['OPBD', 'PRCD']
const closingCodes = ['CLBD', 'ITBD']

type Balance = { code: string; kobo: number }

/** Reads CAMT.052 (intraday reports) and CAMT.053 (statements), in any version of their schemas. */
export const readCamt = (bytes: Uint8Array): ReadFile => {
  const sections: Section[] = []
  let section = newSection()
  let balances: Balance[] = []
  let currencies = new Map<number, string>()
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
    takeOutForeign(section, currencies)
    sections.push(section)
    ;[section, balances, account, days] = [newSection(), [], undefined, undefined]
    currencies = new Map()
  }
  const text = decodeText(bytes, xmlEncoding).replace(/^\ufeff/, '')
  assertStatement(text.slice(0, 4_000))
  readXml(text, {
    FrToDt: (element) => {
      days = element
    },
    Bal: (element) => {
      section.currencies.push(find(element, 'Amt')?.attributes.Ccy ?? '')
      balances.push(balanceOf(element))
    },
    Ntry: (element) => {
      row++
      currencies.set(row, find(element, 'Amt')?.attributes.Ccy ?? '')
      section.lines.push(...readEntry(section, element, row))
    },
    Acct: (element) => {
      account ??= element
    },
    // Wait for the end of the statement, because its balances can come before or after its entries.
    Stmt: end,
    Rpt: end,
  })
  if (sections.length === 0) throw otherContent('The file contains no statement of an account')
  return { sections, table: null }
}

/** Other XML messages that banks send, recognized by the names of their schemas. */
const otherMessages: [RegExp, string][] = [
  [/camt\.054|BkToCstmrDbtCdtNtfctn/, 'This is CAMT.054: credit and debit advices'],
  [/\bpain\.\d{3}|CstmrCdtTrfInitn|CstmrDrctDbtInitn/, 'This is a payment order (pain)'],
  [/\bpacs\.\d{3}/, 'This is a message between banks (pacs)'],
]

/** Throws if the XML names another kind of message. */
const assertStatement = (head: string) => {
  const other = otherMessages.find(([pattern]) => pattern.test(head))
  if (other) throw notReadable(other[1])
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
  const problem = statusProblem(status)
  const details = findAll(entry, 'NtryDtls').flatMap((batch) => findAll(batch, 'TxDtls'))
  if (problem) {
    section.notMoney.push({
      row,
      message: `Entry ${row} ${problem}`,
      amountKobo: signedAmount(entry),
      balanceKobo: null,
      texts: [undefined, ...details].flatMap((detail) => namingTexts(wordsOf(entry, detail))),
    })
    return []
  }
  const refuse = (what: string) => {
    section.refused.push({ row, message: `Entry ${row} has no ${what} that can be read` })
    return []
  }
  const bookedOn = dayOf(entry, 'BookgDt') ?? dayOf(entry, 'ValDt')
  const total = signedAmount(entry)
  if (bookedOn === null) return refuse('booking date')
  if (total === null) return refuse('amount')
  const parts = partsOf(entry, details, total)
  if (!parts || parts.reduce((sum, { kobo }) => sum + kobo, 0) !== total)
    return refuse('sum of its parts')
  if (parts.some(({ kobo }) => kobo === 0)) section.notMoney.push(zeroRow(row))
  const common = { row, bookedOn, valueOn: dayOf(entry, 'ValDt'), balanceKobo: null }
  return parts
    .filter(({ kobo }) => kobo !== 0)
    .map(({ kobo, detail }) => ({
      ...common,
      amountKobo: kobo,
      ...wordsOf(entry, detail),
      isMarked: isReturn(entry, detail),
    }))
}

/** A pending entry can change or vanish; an informational entry moved no money. */
const statusProblem = (status: string): string | null => {
  if (status === '' || status === 'BOOK') return null
  if (status === 'PDNG') return 'is pending: the bank has not booked it'
  if (status === 'FUTR') return 'is dated in the future'
  if (status === 'INFO') return 'is for information: it moved no money'
  return `has the state “${status.slice(0, 10)}”: it is not booked`
}

/** ISO 20022 codes for a payment that is returned or canceled. */
const returnCodes = /^(RPCR|RRTN|RIMB|ARET|AREV|REVR|RVSL|PRTN|UPCT|UPDD|UPCQ|URCQ|URDD)$/

const isReturn = (entry: Element, detail: Element | undefined): boolean =>
  textAt(entry, 'RvslInd') === 'true' ||
  textAt(entry, 'RvslInd') === '1' ||
  find(detail, 'RtrInf') !== undefined ||
  [entry, detail].some((element) =>
    returnCodes.test(textAt(element, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd')),
  )

type Part = { kobo: number; detail: Element | undefined }

/**
 * A batch is one entry for several transfers. If the transfers have amounts of their own, each
 * becomes a line; if none has, the whole entry becomes a line. Null if only some have an amount
 * that can be read.
 */
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
  const remittance = find(detail, 'RmtInf')
  const structured = findAll(remittance, 'Strd').flatMap((one) => [
    textAt(one, 'CdtrRefInf', 'Ref'),
    ...findAll(one, 'AddtlRmtInf').map(({ text }) => text),
  ])
  const refs = find(detail, 'Refs')
  const ownRefs = ['AcctSvcrRef', 'TxId', 'EndToEndId'].map((name) => textAt(refs, name))
  const entryRefs = ['AcctSvcrRef', 'NtryRef'].map((name) => textAt(entry, name))
  // The order of the references must not change, because a line's id is derived from the first one.
  const [reference = '', ...others] = [...ownRefs, ...entryRefs, ...textsIn(refs)]
    .map(tidy)
    .filter((one) => one !== '' && one !== 'NOTPROVIDED')
  const isCredit = textAt(detail, 'CdtDbtInd') !== 'DBIT' && textAt(entry, 'CdtDbtInd') === 'CRDT'
  return {
    narration: joinTexts(
      [
        findAll(remittance, 'Ustrd')
          .map(({ text }) => text)
          .join(' '),
        ...structured,
        textAt(detail, 'AddtlTxInf'),
        textAt(entry, 'AddtlNtryInf'),
        // No other field names the recipient.
        isCredit ? '' : partyOf(detail, ['UltmtCdtr', 'Cdtr']),
      ].map(tidy),
    ),
    payer: isCredit ? partyOf(detail, ['UltmtDbtr', 'Dbtr']) : '',
    reference,
    otherReferences: others.filter((one) => one !== reference),
  }
}

/**
 * The texts of an element's children. If a child has children of its own, as `Prtry` has a kind and
 * a reference, takes their texts instead.
 */
const textsIn = (element: Element | undefined): string[] =>
  (element?.children ?? []).flatMap((child) =>
    child.children.length > 0 ? textsIn(child) : [child.text.trim()],
  )

/**
 * In early versions of the schema, the party's element contains the name itself. Later versions put
 * the name into an inner element that gives the kind of party.
 */
const partyOf = (detail: Element | undefined, names: string[]): string => {
  const parties = find(detail, 'RltdPties')
  const found = names.flatMap((name) => [
    textAt(parties, name, 'Nm'),
    textAt(parties, name, 'Pty', 'Nm'),
    textAt(parties, name, 'Agt', 'FinInstnId', 'Nm'),
  ])
  return tidy(found.find((name) => name !== '') ?? '')
}
