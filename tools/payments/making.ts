import type { OpenLine, OpenOrder } from '../../contracts/money/matching/candidate.ts'
import { orderIdFromBytes } from '../../contracts/order/id.ts'
import type { Dice } from './dice.ts'
import { newPerson, type Person, typedAccountName } from './people.ts'

const firstDay = Date.UTC(2026, 2, 1)

/** The date in Lagos this many days after 1 March 2026. */
export const dateOf = (day: number): string =>
  new Date(firstDay + day * 86_400_000).toISOString().slice(0, 10)

/**
 * An order or a line, with the number of its day. Only the simulator knows which line pays for
 * which order.
 */
export type MadeOrder = { order: OpenOrder; day: number }
export type MadeLine = { line: OpenLine; day: number; session: string; pays: string[] }
export type Month = { orders: MadeOrder[]; lines: MadeLine[]; shopNames: string[] }
export type PersonsOrder = MadeOrder & { person: Person }

export type MonthOptions = {
  seed: number
  ordersADay: number
  /** The share of customers who write their payment code on the transfer. */
  codes: number
  /** The share of orders that staff approve on their pictures before the money is seen. Default 0. */
  approved?: number
}

export type Making = {
  orders: PersonsOrder[]
  lines: MadeLine[]
  dice: Dice
  options: MonthOptions
  people: Person[]
  /** Whether the shop's bank shows session ids instead of references of its own. */
  showsSessions: boolean
}

export const kobo = 100
/** Twelve kinds of hair in four lengths, best sellers first. */
const products = [85, 67.5, 45, 120, 35, 150, 18, 95, 55, 210, 74, 28].flatMap((price) =>
  [0, 8, 17.5, 30].map((longer) => (price + longer) * 1000),
)
const deliveries = [3_500, 0, 5_000, 2_500, 7_000]
export const codeAlphabet = 'ACDEFGHJKMNPQRUVWXY3679'

export const priceOf = (dice: Dice): number => {
  const items = dice.chance(0.12) ? 2 : 1
  const goods = Array.from({ length: items }, () => dice.zipf(products))
  return (goods.reduce((sum, price) => sum + price, 0) + dice.zipf(deliveries)) * kobo
}

const orderIdOf = ({ random }: Dice) =>
  orderIdFromBytes(Uint8Array.from({ length: 8 }, () => Math.floor(random() * 256)))

export const addOrder = (making: Making, day: number, person: Person): PersonsOrder => {
  const { dice, options } = making
  const code = dice.text(codeAlphabet, 8)
  const made = {
    day,
    person,
    order: {
      orderId: orderIdOf(dice),
      // More customers have a code than write it on the transfer.
      paymentCode: dice.chance(Math.max(0.5, options.codes))
        ? `${code.slice(0, 4)}-${code.slice(4)}`
        : null,
      expectedKobo: priceOf(dice),
      receivedKobo: 0,
      accountName: typedAccountName(dice, person),
      createdOn: dateOf(day),
      customerKey: person.key,
      proofReferences: [] as string[],
    },
  }
  making.orders.push(made)
  return made
}

export const addLine = (
  { dice, lines, showsSessions }: Making,
  {
    day,
    amountKobo,
    narration,
    session,
    pays,
  }: Omit<MadeLine, 'line'> & {
    amountKobo: number
    narration: string
  },
) => {
  const lineId = `line-${dice.text('0123456789abcdef', 12)}-${lines.length}`
  const reference = showsSessions ? session : `S${dice.text('0123456789', 8)}`
  const line = { lineId, amountKobo, freeKobo: amountKobo, bookedOn: dateOf(day), payer: '' }
  lines.push({ line: { ...line, narration, reference }, day, session, pays })
}

export const nextPerson = ({ dice, people }: Making): Person => {
  if (people.length > 0 && dice.chance(0.25)) return dice.pick(people)
  const person = newPerson(dice, people.length)
  people.push(person)
  return person
}
