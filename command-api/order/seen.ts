import { timeAgo, toldOfEvent } from '@strand/contracts/order/told-of-event'
import { conflict } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
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
  const who = await nameOf(options.pool, lastChange, callerId)
  throw conflict(`${who} ${lastChangeInWords(lastChange, options.now())}`)
}

const nameOf = async (pool: Pool, { by }: Change, callerId: string): Promise<string> => {
  if (by?.kind !== 'staff') return by?.kind === 'customer' ? 'The customer' : 'The shop'
  if (by.id === callerId) return 'You'
  const { rows } = await pool
    .query<{ name: string }>('select first_name as name from read.staff where user_id = $1', [
      by.id,
    ])
    // While the staff list is being rebuilt, the colleague has no name, but the command must still
    // be refused.
    .catch(() => ({ rows: [] }))
  return rows[0]?.name ?? 'A colleague'
}
