import type { Allocation } from '@strand/contracts/money/allocation'
import { normalizeOrderId } from '@strand/contracts/order/id'
import { conflict, invalidInput } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { Origin } from '@strand/platform/http/command-origin'
import {
  openOrdersOf,
  type PayableOrder,
  readPayableOrder,
} from '../../shared/order/payable-order.ts'
import { bankAccountOf, type ShopAccount } from '../accounts.ts'
import { assertMoneyLeft } from './assert-money-left.ts'
import { assertThere } from './assert-there.ts'
import type { BankLineCommand } from './decider.ts'
import { ruleOf } from './rule-of.ts'
import { openLineOf } from './shown-line.ts'
import type { BankLineState } from './state.ts'

type Options = {
  eventStore: EventStore
  pool: Pool
  personalData: Pick<PersonalData, 'open'>
  shopName: string
  shopAccount: ShopAccount
}

const problemAt = (at: number, message: string) =>
  invalidInput([{ path: `allocations.${at}.orderId`, message }])
const unknownOrderAt = (at: number) => problemAt(at, 'There is no order with this id')

/**
 * Normalizes the orders' ids. Throws 400 for an invalid id, or for an order that is named twice.
 */
export const parseAllocations = (written: Allocation[]): Allocation[] => {
  const seen = new Set<string>()
  return written.map(({ orderId: typed, amountKobo }, at) => {
    const orderId = normalizeOrderId(typed)
    if (orderId === null) throw unknownOrderAt(at)
    if (seen.has(orderId)) throw problemAt(at, 'Please name each order only once')
    seen.add(orderId)
    return { orderId, amountKobo }
  })
}

const assertTakesMoney = ({ orderId, status, erased }: PayableOrder): void => {
  if (erased) throw conflict(`The personal data of order ${orderId} was erased`)
  if (status === 'archived') throw conflict(`Order ${orderId} is archived: restore it first`)
}

/**
 * Makes the command for a line that staff match by hand. The command names the rule that would have
 * made the same match. Throws 400 for an unknown order, 409 for one that is archived or erased, and
 * 409 if the money is not there.
 *
 * @param allocations from `parseAllocations`
 */
export const matchByHand = async (
  { eventStore, pool, personalData, shopName, shopAccount }: Options,
  line: BankLineState,
  allocations: Allocation[],
  origin: Origin,
): Promise<BankLineCommand> => {
  const orders = await Promise.all(
    allocations.map(async ({ orderId }, at) => {
      const order = await readPayableOrder(eventStore, orderId)
      if (!order) throw unknownOrderAt(at)
      return order
    }),
  )
  orders.forEach(assertTakesMoney)
  await assertThere(pool, [line])
  await assertMoneyLeft({ eventStore, pool }, line, allocations, origin)
  const { accountName } = await bankAccountOf(eventStore, line.recorded.bankAccountId)
  const rule = ruleOf(
    await openOrdersOf(personalData, orders),
    await openLineOf(personalData, line),
    { shopNames: [shopName, shopAccount.accountName, accountName] },
  )
  return { type: 'MatchLine', allocations, rule, approving: null }
}
