import { lagosDay } from '@strand/contracts/lagos-time'
import { userEvents } from '@strand/contracts/users/events'
import type { Now } from '@strand/platform/clock'
import { withMetadata } from '@strand/platform/commands/origin'
import type { EventStore } from '@strand/platform/event-store/event-store'
import { readDays } from '@strand/platform/log-proof/tables'
import type { Pool } from '@strand/platform/postgres/pool'

/**
 * Gives the last checkpoint of the newest day that is over to each active auditor, by an event in
 * their stream, which the workers mail. Its id follows from day and auditor: a repetition changes
 * nothing.
 */
export const giveCheckpoint = async (options: {
  pool: Pool
  eventStore: EventStore
  now: Now
}): Promise<void> => {
  const { pool, eventStore } = options
  const at = options.now()
  const [ended] = await readDays(pool, { before: lagosDay(at.toISOString()), limit: 1 })
  if (!ended) return
  const { rows } = await pool.query<{ userId: string }>(
    `select user_id::text as "userId" from account where role = 'auditor' and status = 'active'`,
  )
  const { day, note } = ended
  for (const { userId } of rows) {
    const id = `checkpoint-${day}-${userId}`
    const actor = { kind: 'system', id: 'log-proof' } as const
    const encode = withMetadata(userEvents, { commandId: id, correlationId: id, at, actor })
    const event = encode({ type: 'UserGivenCheckpoint', data: { userId, day, note } })
    await eventStore.append(`user-${userId}`, [event], 'any')
  }
}
