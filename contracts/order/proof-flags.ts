import { formatKobo } from '../money/kobo.ts'
import type { ProofFlag, ProofReading } from './proof-reading.ts'

export type OrderFacts = {
  /** Whole naira. */
  total: number
  /** The shop's bank accounts; empty if unknown. */
  accountNumbers: readonly string[]
  ordersWithReference: readonly string[]
}

/** A reading, with the day in Lagos on which the customer sent the file. */
export type SentReading = ProofReading & { sentOn: string }

/** A proof is old if the customer sent it more than this many days after the transfer. */
const oldAfterDays = 7

const dayMs = 86_400_000

/**
 * Tells staff how the readings differ from the order. A flag blocks nothing and accuses nobody. A
 * field that was not found raises no flag.
 */
export const proofFlags = (readings: readonly SentReading[], facts: OrderFacts): ProofFlag[] => [
  ...amountFlag(readings, facts),
  ...recipientFlag(readings, facts),
  ...ageFlag(readings),
  ...referenceFlag(facts),
]

/** A customer may pay in parts, with a proof for each, and may send a proof twice. */
const amountFlag = (readings: readonly SentReading[], { total }: OrderFacts): ProofFlag[] => {
  const transfers = new Map(
    readings.map((reading, index) => [
      reading.sessionId ?? reading.reference ?? `file ${index}`,
      reading.amountKobo,
    ]),
  )
  const amounts = [...transfers.values()].filter((amount) => amount !== null)
  const sum = amounts.reduce((one, other) => one + other, 0)
  if (amounts.length === 0 || amounts.includes(total * 100) || sum === total * 100) return []
  const said = amounts.map(formatKobo).join(' and ')
  return [
    {
      flag: 'amount',
      text: `The proof says ${said}, but the order’s total is ${formatKobo(total * 100)}`,
    },
  ]
}

const recipientFlag = (
  readings: readonly SentReading[],
  { accountNumbers }: OrderFacts,
): ProofFlag[] => {
  if (accountNumbers.length === 0) return []
  const other = readings.find(
    ({ recipientAccount }) =>
      recipientAccount !== null &&
      !accountNumbers.some((account) => isSameAccount(recipientAccount, account)),
  )
  if (!other) return []
  return [
    {
      flag: 'recipient',
      text: `Paid into ${other.recipientAccount}, which is not an account of the shop`,
    },
  ]
}

/** `*` stands for any digit. */
const isSameAccount = (read: string, account: string) =>
  read.length === account.length &&
  [...read].every((digit, index) => digit === '*' || digit === account[index])

const ageFlag = (readings: readonly SentReading[]): ProofFlag[] => {
  const ages = readings.flatMap(({ date, sentOn }) =>
    date === null ? [] : [(Date.parse(sentOn) - Date.parse(date)) / dayMs],
  )
  const oldest = Math.max(0, ...ages)
  if (!(oldest > oldAfterDays)) return []
  return [{ flag: 'old', text: `The transfer was made ${oldest} days before its proof was sent` }]
}

const referenceFlag = ({ ordersWithReference: orders }: OrderFacts): ProofFlag[] => {
  if (orders.length === 0) return []
  const named = orders.slice(0, 3).join(', ')
  const more = orders.length > 3 ? ` and ${orders.length - 3} more` : ''
  return [
    {
      flag: 'reference',
      text: `Its reference is on ${orders.length === 1 ? 'order' : 'orders'} ${named}${more} too`,
    },
  ]
}
