import type { OpenLine } from '../../../contracts/money/matching/candidate.ts'
import { orderIdFromBytes } from '../../../contracts/order/id.ts'
import { type Dice, diceOf } from '../dice.ts'
import {
  codeAlphabet,
  dateOf,
  kobo,
  type MadeOrder,
  type Month,
  type MonthOptions,
} from '../making.ts'
import { monthDays } from '../month.ts'
import { type Bank, banks, written } from './banks.ts'
import { type Customer, newCustomer } from './customers.ts'

/** Two thirds of the shops have a company name; the others have the vendor's name. */
const shops = ['LUXE STRANDS LIMITED', 'CROWN AND GLORY HAIR NIG LTD', 'GRACE OKORO HAIR VENTURES']

/** Bundles, wigs and care products in three lengths, best sellers first. */
const goods = [65, 48, 92, 38, 120, 55, 27.5, 75, 160, 12, 18.5, 84].flatMap((price) =>
  [0, 6, 13.5].map((longer) => (price + longer) * 1000),
)
const deliveries = [3_000, 0, 4_500, 6_000]
const remarks =
  'hair|wig|Payment|bone straight|For hair|frontal|purchase|goods|thanks|Hair payment|bundles|my order|transfer'.split(
    '|',
  )

type Making = {
  dice: Dice
  options: MonthOptions
  month: Month
  customers: Customer[]
  bank: Bank
  cut: number
  shop: string
  showsSessions: boolean
}

const sessionOf = (dice: Dice) => `0000${dice.text('0123456789', 26)}`

const priceOf = (dice: Dice): number => {
  const items = dice.weighted([
    [88, 1],
    [9, 2],
    [3, 3],
  ])
  const sum = Array.from({ length: items }, () => dice.zipf(goods)).reduce((all, one) => all + one)
  return (sum + dice.zipf(deliveries)) * kobo
}

/** One in four orders is from an earlier customer, of this month or a previous one. */
const customerOf = ({ dice, customers }: Making): Customer => {
  if (dice.chance(0.25)) return dice.pick(customers)
  const customer = newCustomer(dice, customers.length)
  customers.push(customer)
  return customer
}

type Order = MadeOrder['order']

const addOrder = (
  { dice, options, month }: Making,
  day: number,
  customer: Customer,
): { order: Order; day: number } => {
  const code = dice.text(codeAlphabet, 8)
  const order = {
    orderId: orderIdFromBytes(
      Uint8Array.from({ length: 8 }, () => Math.floor(dice.random() * 256)),
    ),
    paymentCode: dice.chance(Math.max(0.5, options.codes))
      ? `${code.slice(0, 4)}-${code.slice(4)}`
      : null,
    expectedKobo: priceOf(dice),
    receivedKobo: 0,
    accountName: customer.typed,
    customerName: customer.formName,
    createdOn: dateOf(day),
    customerKey: customer.key,
    proofReferences: [],
  }
  const made = { order, day }
  month.orders.push(made)
  return made
}

/** The customer's remark: the code, or words, or nothing. One code in 16 has a mistake. */
const remarkOf = ({ dice, options }: Making, { paymentCode, orderId }: Order): string => {
  const writes = options.codes / Math.max(0.5, options.codes)
  if (paymentCode && dice.chance(writes)) {
    const plain = paymentCode.replace('-', '')
    const at = Math.floor(dice.random() * plain.length)
    const typed = dice.chance(1 / 16)
      ? plain.slice(0, at) + dice.text(codeAlphabet, 1) + plain.slice(at + 1)
      : plain
    const spaced = `${typed.slice(0, 4)} ${typed.slice(4)}`
    return dice.weighted([
      [5, typed],
      [3, `${typed.slice(0, 4)}-${typed.slice(4)}`],
      [2, spaced.toLowerCase()],
      [1, `hair ${spaced}`],
      [1, `Order ${typed}`],
    ])
  }
  if (dice.chance(0.01)) return orderId
  return dice.chance(0.45) ? '' : dice.pick(remarks)
}

/**
 * 3.5 % of amounts are wrong: reduced by the levy of ₦50, without delivery, rounded, or mistyped.
 */
const transferredKobo = (dice: Dice, expected: number): number =>
  dice.chance(0.035)
    ? dice.weighted([
        [4, expected - 50 * kobo],
        [2, expected - dice.pick([3_000, 4_500, 2_500]) * kobo],
        [2, Math.round(expected / 1_000_000) * 1_000_000],
        [1, expected + 50 * kobo],
        [1, Math.round(expected * 0.9)],
        [1, Math.round(expected / 2)],
      ])
    : expected

/** The proof reader finds half of the session ids, and misreads one in 25 of them. */
const readReference = (dice: Dice, session: string): string[] => {
  if (!dice.chance(0.5)) return []
  const at = Math.floor(dice.random() * session.length)
  const misread = session.slice(0, at) + dice.text('0123456789', 1) + session.slice(at + 1)
  return [dice.chance(0.04) ? misread : session]
}

const addLine = (
  making: Making,
  credit: { day: number; amountKobo: number; name: string; remark: string; pays: string[] },
): string => {
  const { dice, month, bank, cut, shop, showsSessions } = making
  const { day, amountKobo, name, remark, pays } = credit
  const session = sessionOf(dice)
  const { narration, payer = '' } = written(dice, bank, cut, { name, remark, session, shop })
  const line: OpenLine = {
    lineId: `line-${dice.text('0123456789abcdef', 12)}-${month.lines.length}`,
    amountKobo,
    freeKobo: amountKobo,
    bookedOn: dateOf(day),
    payer,
    narration,
    reference: showsSessions ? session : `S${dice.text('0123456789', 8)}`,
  }
  month.lines.push({ line, day, session, pays })
  return session
}

/**
 * Most transfers are booked on the day of the order, some the day before, some up to six days
 * later.
 */
const bookedAfter = (dice: Dice): number =>
  dice.weighted([
    [80, 0],
    [8, -1],
    [7, 1],
    [2.5, 2],
    [1.5, 3],
    [0.6, 4],
    [0.4, 6],
  ])

/** An order without money. One in ten comes with a picture of a transfer for another order. */
const fake = ({ dice, month }: Making, order: Order) => {
  const earlier = dice.chance(0.1)
    ? month.lines.at(-1 - Math.floor(dice.random() * 200))
    : undefined
  order.proofReferences = readReference(dice, earlier?.session ?? sessionOf(dice))
}

const pay = (making: Making, customer: Customer, first: { order: Order; day: number }) => {
  const { dice } = making
  if (dice.chance(0.03)) return fake(making, first.order)
  const orders = [first.order]
  if (dice.chance(0.012)) orders.push(addOrder(making, first.day, customer).order)
  const expected = orders.reduce((sum, { expectedKobo }) => sum + expectedKobo, 0)
  const amount = transferredKobo(dice, expected)
  const part = dice.pick([Math.round(amount / 200_000) * 100_000, 2_000_000, 5_000_000])
  const isSplit = orders.length === 1 && dice.chance(0.015) && part < amount
  const amounts = isSplit ? [part, amount - part] : dice.chance(0.005) ? [amount, amount] : [amount]
  const remark = remarkOf(making, first.order)
  const pays = orders.map(({ orderId }) => orderId)
  const sessions = amounts.map((amountKobo) => {
    const day = Math.max(0, first.day + bookedAfter(dice))
    return addLine(making, { day, amountKobo, name: customer.account, remark, pays })
  })
  for (const order of orders) order.proofReferences = readReference(dice, sessions[0] ?? '')
}

/**
 * Credits that pay for no order: walk-in customers, friends, refunds. Half have the amount of one of the
 * shop's prices.
 */
const addOther = (making: Making, day: number) => {
  const { dice } = making
  const amountKobo = dice.chance(0.5)
    ? priceOf(dice)
    : Math.ceil(dice.random() * 3_000) * 100 * kobo
  const { account: name } = newCustomer(dice, 0)
  addLine(making, { day, amountKobo, name, remark: dice.pick(remarks), pays: [] })
}

/**
 * A month that is harder than `makeMonth`'s, with other people, prices and narrations. The shop's
 * bank writes its own narrations and cuts them, relatives and companies pay, and account names
 * differ from their owners' names. Each seed is another shop. Decision 209.
 */
export const makeHarderMonth = (options: MonthOptions): Month => {
  const dice = diceOf(options.seed)
  const bank = banks[options.seed % banks.length] as Bank
  const shop = dice.pick(shops)
  const earlier = Array.from({ length: 5 * options.ordersADay }, (_, at) => newCustomer(dice, at))
  const making: Making = {
    dice,
    options,
    month: { orders: [], lines: [], shopNames: [shop] },
    customers: earlier,
    bank,
    cut: bank.cuts[Math.floor(options.seed / banks.length) % bank.cuts.length] ?? 100,
    shop,
    // Most banks use references of their own; some narrations contain a session id.
    showsSessions: dice.chance(0.2),
  }
  for (let day = 0; day < monthDays; day++) {
    const count = Math.round(options.ordersADay * (0.7 + 0.6 * dice.random()))
    for (let number = 0; number < count; number++) {
      const customer = customerOf(making)
      pay(making, customer, addOrder(making, day, customer))
    }
    for (let number = 0; number < count * 0.06; number++) addOther(making, day)
  }
  return making.month
}
