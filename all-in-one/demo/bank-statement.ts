import { lagosDay } from '@strand/contracts/lagos-time'
import { isUntouched, type SampleOrder } from './orders.ts'
import { pick, type Random } from './people.ts'

/** A line of the sample bank's statements. */
export type SampleLine = {
  day: string
  narration: string
  reference: string
  /** Negative for a debit. */
  kobo: number
  orderId: string | null
}

const hour = 3_600_000
const dayBefore = (now: Date, days: number) =>
  lagosDay(new Date(now.getTime() - days * 24 * hour).toISOString())

const digits = (random: Random, count: number) =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join('')

const banks = ['GTB', 'ACCESS', 'UBA', 'OPAY', 'KUDA', 'ZENITH']

/** A name as banks write it: in capitals, often with the family name first. */
const payerOf = (random: Random, name: string): string => {
  const words = name.toUpperCase().split(' ')
  return (words.length === 2 && random() < 0.5 ? words.toReversed() : words).join(' ')
}

const creditOf = (
  random: Random,
  { orderId, total, personal, created, createdAt }: SampleOrder,
): SampleLine => {
  const remark = created.paymentCode ?? pick(random, ['HAIR', 'PAYMENT', 'WIG', 'TRF'])
  return {
    // Customers send the money first, and fill in the form a little later.
    day: lagosDay(new Date(createdAt.getTime() - 0.2 * hour).toISOString()),
    narration: `NIP/${pick(random, banks)}/${payerOf(random, personal.accountName)}/${remark}`,
    reference: `000013${digits(random, 18)}`,
    kobo: total * 100,
    orderId,
  }
}

const otherLines = (random: Random, now: Date): SampleLine[] =>
  [
    { days: 18, narration: 'TRF/OWN ACCOUNT/WORKING CAPITAL', naira: 400_000 },
    { days: 12, narration: 'POS SETTLEMENT 2070XXXX', naira: 61_500 },
    { days: 6, narration: 'NIP/GTB/RAW HAIR IMPORTS LTD/INVOICE 118', naira: -350_000 },
    { days: 4, narration: 'SMS ALERT CHARGE', naira: -212 },
    { days: 3, narration: 'NIP/UBA/PARCEL REFUND GIG LOGISTICS/REFUND', naira: 4_500 },
    { days: 2, narration: 'DISPATCH RIDERS WEEKLY', naira: -48_000 },
  ].map(({ days, narration, naira }) => ({
    day: dayBefore(now, days),
    narration,
    reference: `FT${digits(random, 14)}`,
    kobo: naira * 100,
    orderId: null,
  }))

/**
 * The bank's lines of the last three weeks, oldest first. Every order that was not archived is
 * paid; an order that was confirmed twice is paid once. Of the three newest pending orders, the
 * first has a receipt but no money, the second is ₦500 short, and the third is paid twice.
 */
export const sampleLines = (random: Random, orders: SampleOrder[], now: Date): SampleLine[] => {
  const pending = orders.filter(
    (order, at) => isUntouched(order, now) && order.personal !== orders[at - 1]?.personal,
  )
  const [fake, short, twice] = pending.slice(-3)
  const paid = orders.filter(
    (order, at) =>
      order !== fake &&
      order.personal !== orders[at - 1]?.personal &&
      !order.steps.some(({ type }) => type === 'archive'),
  )
  const credits = paid.flatMap((order) => {
    const credit = creditOf(random, order)
    if (order === short) return [{ ...credit, kobo: credit.kobo - 50_000 }]
    if (order === twice) return [credit, { ...credit, reference: `000013${digits(random, 18)}` }]
    return [credit]
  })
  return [...credits, ...otherLines(random, now)]
    .filter(({ day }) => day >= dayBefore(now, 21))
    .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
}

const naira = (kobo: number) =>
  (kobo / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const writtenDay = (day: string) =>
  `${day.slice(8, 10)}-${months[Number(day.slice(5, 7)) - 1]}-${day.slice(0, 4)}`

const csv = (rows: string[][]) =>
  rows.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n')

/** The lines as a bank's CSV file, with the balance after each. */
export const statementFile = (lines: SampleLine[], openingKobo: number): string => {
  let balance = openingKobo
  const rows = lines.map(({ day, narration, reference, kobo }) => {
    balance += kobo
    const [debit, credit] = kobo < 0 ? [naira(-kobo), ''] : ['', naira(kobo)]
    return [writtenDay(day), writtenDay(day), narration, reference, debit, credit, naira(balance)]
  })
  return csv([
    ['Trans Date', 'Value Date', 'Narration', 'Reference', 'Debit', 'Credit', 'Balance'],
    ['', '', 'Opening Balance', '', '', '', naira(openingKobo)],
    ...rows,
  ])
}

/**
 * The same lines as the bank's app exports them: with other texts, and without references and
 * balances.
 */
export const appExport = (lines: SampleLine[]): string =>
  csv([
    ['Date', 'Description', 'Amount'],
    ...lines.map(({ day, narration, kobo }) => [
      writtenDay(day),
      `${narration} via mobile app`,
      (kobo > 0 ? '+' : '') + naira(kobo),
    ]),
  ])
