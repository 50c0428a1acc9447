import type { Dice } from './dice.ts'
import { addLine, addOrder, codeAlphabet, type Making, type PersonsOrder } from './making.ts'
import { narrationOf, plainRemark } from './narrations.ts'
import { bankName, misspelt, newPerson, type Person } from './people.ts'

const newSession = (dice: Dice) => dice.text('0123456789', 30)

/** Most transfers are booked on the day of the order, some before it, or after a weekend. */
const bookedAfter = (dice: Dice): number =>
  dice.weighted([
    [84, 0],
    [7, -1],
    [6, 1],
    [1.5, 2],
    [0.8, 3],
    [0.4, 4],
    [0.3, 5],
  ])

const writtenCode = (dice: Dice, code: string): string => {
  const plain = code.replaceAll('-', '')
  const at = Math.floor(dice.random() * plain.length)
  const wrong = plain.slice(0, at) + dice.text(codeAlphabet, 1) + plain.slice(at + 1)
  const typed = dice.chance(0.08) ? dice.pick([wrong, misspelt(dice, plain)]) : plain
  const half = Math.ceil(typed.length / 2)
  return dice.weighted([
    [4, `${typed.slice(0, half)}-${typed.slice(half)}`],
    [3, typed],
    [2, `${typed.slice(0, half)} ${typed.slice(half)}`.toLowerCase()],
    [1, `order ${typed}`],
  ])
}

const remarkOf = ({ dice, options }: Making, { order }: PersonsOrder): string => {
  const { paymentCode, orderId } = order
  // `codes` is a share of all customers. Only those with a code can write it, so their share is
  // larger.
  const share = options.codes / Math.max(0.5, options.codes)
  if (paymentCode && dice.chance(share)) return writtenCode(dice, paymentCode)
  if (dice.chance(0.01)) return writtenCode(dice, orderId)
  return plainRemark(dice)
}

/** The payer: for 9 of 100 orders someone else, sometimes a relative. */
const payerOf = (
  { dice }: Making,
  { person }: PersonsOrder,
): { payer: Person; isOther: boolean } => {
  if (!dice.chance(0.09)) return { payer: person, isOther: false }
  const family = dice.chance(0.3) ? person.family : undefined
  return { payer: newPerson(dice, 0, family), isOther: true }
}

/**
 * 3.5 % of amounts are wrong: without delivery, rounded, with swapped digits, or reduced by a fee.
 */
const transferredKobo = ({ dice }: Making, expected: number): number =>
  dice.chance(0.035)
    ? dice.pick([
        expected - dice.pick([250_000, 350_000, 500_000]),
        Math.round(expected / 1_000_000) * 1_000_000 + 500_000,
        expected + 5_000,
        expected - 10_000,
        Math.round(expected * 0.9),
      ])
    : expected

/** The proof reader finds the session id in 6 of 10 proofs, and misreads 1 in 25 of them. */
const readReference = (dice: Dice, session: string): string[] => {
  if (!dice.chance(0.6)) return []
  const at = Math.floor(dice.random() * session.length)
  const misread = session.slice(0, at) + dice.text('0123456789', 1) + session.slice(at + 1)
  return [dice.chance(0.04) ? misread : session]
}

/**
 * An order without money. One such customer in ten sends a receipt that paid for an earlier order
 * with the same total.
 */
const fake = ({ dice, lines, orders }: Making, { order }: PersonsOrder) => {
  const earlier = dice.chance(0.1) && lines.length > 0 ? dice.pick(lines) : undefined
  const known = orders.find(({ order: { orderId } }) => orderId === earlier?.pays[0])
  if (earlier && known) {
    const { accountName, customerKey, expectedKobo } = known.order
    Object.assign(order, { accountName, customerKey, expectedKobo })
    order.proofReferences = readReference(dice, earlier.session)
    return
  }
  order.proofReferences = readReference(dice, newSession(dice))
}

/** Pays for an order, or does not, in one of the ways that shops report. */
export const payOrder = (making: Making, made: PersonsOrder) => {
  const { dice } = making
  const { order, day, person } = made
  if (dice.chance(0.03)) return fake(making, made)
  const { payer, isOther } = payerOf(making, made)
  const orders = [made]
  // One transfer for two orders of the same customer.
  if (dice.chance(0.01)) orders.push(addOrder(making, day, person))
  const expected = orders.reduce((sum, { order: { expectedKobo } }) => sum + expectedKobo, 0)
  const amount = transferredKobo(making, expected)
  const half = Math.round(amount / 2 / 500_000) * 500_000
  // Two transfers for one order: two halves, or the whole amount twice.
  const isSplit = orders.length === 1 && dice.chance(0.015) && half > 0 && half < amount
  const amounts = isSplit ? [half, amount - half] : dice.chance(0.005) ? [amount, amount] : [amount]
  const name = bankName(dice, payer)
  const remark = isOther && dice.chance(0.15) ? `for ${order.accountName}` : remarkOf(making, made)
  const booked = Math.max(0, day + bookedAfter(dice))
  for (const [at, amountKobo] of amounts.entries()) {
    const session = newSession(dice)
    const narration = narrationOf(dice, { name, remark, session })
    const pays = orders.map(({ order: { orderId } }) => orderId)
    addLine(making, { day: booked, amountKobo, narration, session, pays })
    if (at === 0) for (const one of orders) one.order.proofReferences = readReference(dice, session)
  }
}
