import type { Allocation } from '@strand/contracts/money/allocation'
import { bankLineEvents, bankLineStream } from '@strand/contracts/money/bank-line.events'
import { timeAgo } from '@strand/contracts/order/told-of-event'
import { conflict } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Origin } from '@strand/platform/http/command-origin'
import { nameOfActor } from '../../shared/name-of-actor.ts'
import { type BankLineState, freeKobo, sumOf } from './state.ts'

type Options = { eventStore: Pick<EventStore, 'readStream'>; pool: Pick<Pool, 'query'> }

/**
 * Throws 409 if other orders have taken the money that a match needs. The message says who used the
 * line, for which order, and when. The decider refuses any other match that is too large.
 */
export const assertMoneyLeft = async (
  { eventStore, pool }: Options,
  line: BankLineState,
  wanted: Allocation[],
  { actor, at }: Pick<Origin, 'actor' | 'at'>,
): Promise<void> => {
  const orderIds = new Set(wanted.map(({ orderId }) => orderId))
  const others = line.allocations.filter(({ orderId }) => !orderIds.has(orderId))
  const own = line.allocations.filter(({ orderId }) => orderIds.has(orderId))
  if (others.length === 0 || sumOf(wanted) <= freeKobo(line) + sumOf(own)) return
  const stored = await eventStore.readStream(bankLineStream(line.recorded.lineId))
  const first = stored
    .map((one) => bankLineEvents.decode(one))
    .flatMap(({ event, metadata }) =>
      event.type === 'BankLineMatched'
        ? event.data.allocations.map(({ orderId }) => ({ orderId, metadata }))
        : [],
    )
    .findLast(({ orderId }) => others.some((other) => other.orderId === orderId))
  if (!first) return
  const who = await nameOfActor(pool, first.metadata.actor, actor.id)
  const ago = timeAgo((at.getTime() - Date.parse(first.metadata.at)) / 1_000)
  throw conflict(
    `${who} used this line for order ${first.orderId} ${ago}: the line does not have that much money left`,
  )
}
