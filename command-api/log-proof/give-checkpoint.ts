import { userEvents } from '@strand/contracts/accounts/events'
import { lagosDay } from '@strand/contracts/lagos-time'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { readDays } from '@strand/log-proof/tables'
import type { Now } from '@strand/platform/clock'
import { withMetadata } from '@strand/platform/http/command-origin'

/**
 * Sends each active auditor the last checkpoint of the newest complete day: appends an event to the
 * auditor's stream, and the workers send an email about it. The event's id derives from the day and
 * the auditor, so a repetition changes nothing.
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
