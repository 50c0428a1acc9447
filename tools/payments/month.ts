import { diceOf } from './dice.ts'
import {
  addLine,
  addOrder,
  kobo,
  type Making,
  type Month,
  type MonthOptions,
  nextPerson,
  priceOf,
} from './making.ts'
import { narrationOf, otherNarrations, shopName } from './narrations.ts'
import { payOrder } from './paying.ts'
import { bankName, newPerson } from './people.ts'

export const monthDays = 30

/** Credits without an order; some have an order's total and a common name. */
const addOther = (making: Making, day: number) => {
  const { dice } = making
  const name = bankName(dice, newPerson(dice, 0))
  const amountKobo = dice.chance(0.5)
    ? priceOf(dice)
    : Math.ceil(dice.random() * 3_000) * 100 * kobo
  const narration = dice.chance(0.5)
    ? narrationOf(dice, { name, remark: 'hair', session: '' })
    : dice.pick(otherNarrations)(name)
  addLine(making, { day, amountKobo, narration, session: dice.text('0123456789', 30), pays: [] })
}

/** A month of orders and of the shop's bank account, from one seed. */
export const makeMonth = (options: MonthOptions): Month => {
  const dice = diceOf(options.seed)
  const making: Making = {
    dice,
    options,
    orders: [],
    lines: [],
    people: [],
    showsSessions: dice.chance(0.5),
  }
  for (let day = 0; day < monthDays; day++) {
    const count = Math.round(options.ordersADay * (0.7 + 0.6 * dice.random()))
    for (let number = 0; number < count; number++)
      payOrder(making, addOrder(making, day, nextPerson(making)))
    for (let number = 0; number < count * 0.06; number++) addOther(making, day)
  }
  const { orders, lines } = making
  return { orders, lines, shopNames: [shopName] }
}
