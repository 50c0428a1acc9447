import { timeAgo, toldOfEvent } from '@strand/contracts/order/told-of-event'
import { conflict } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { nameOfActor } from '../shared/name-of-actor.ts'
import type { Order } from './state.ts'

type Change = Order['lastChange']

/** The last change in words, without the name of who made it: `shipped this 3 s ago`. */
const lastChangeInWords = ({ type, to, at }: Change, now: Date): string =>
  [toldOfEvent(type, to), at && timeAgo((now.getTime() - Date.parse(at)) / 1_000)]
    .filter(Boolean)
    .join(' ')

type Options = { pool: Pool; now: () => Date }

/**
 * Throws 409 if the order has changed since the caller saw it, and says who did what and when:
 * `Tola shipped this 3 s ago`. Reviews and other events that are not changes do not count.
 */
export const assertSeen = async (
  options: Options,
  { lastChange }: Order,
  seen: string | undefined,
  callerId: string,
): Promise<void> => {
  const { position } = lastChange
  if (seen === undefined || position === undefined || BigInt(position) <= BigInt(seen)) return
  const who = await nameOfActor(options.pool, lastChange.by, callerId)
  throw conflict(`${who} ${lastChangeInWords(lastChange, options.now())}`)
}
