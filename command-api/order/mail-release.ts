import { mailReaction } from '@strand/contracts/mail/mail'
import { orderIdOfStream } from '@strand/contracts/order/id'
import { isBadData, isUnavailable, Rejected } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Log } from '@strand/event-sourcing/log'
import { type DueEntry, findDue, releaseDelayed } from '@strand/event-sourcing/outbox/outbox'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { repeatRounds } from '@strand/platform/async/repeat-rounds'
import type { Now } from '@strand/platform/clock'
import { findOutage } from '@strand/platform/jobs/outage'
import { handleOrderCommand } from './handler.ts'

type Options = { eventStore: EventStore; pool: Pool; log: Log; now: Now }

const batchSize = 100
/** Milliseconds between two queries if no email is due earlier. */
const maxPause = 1_000

/**
 * Releases the emails about changes that can no longer be undone. It first appends to the order's
 * stream, which decides between the email and an undo, and then changes the outbox. After a crash
 * in between, it repeats the release and finds its event. While the mail server is down, it
 * releases nothing, so that an undo can still come in time. Decision 182.
 */
export const startMailRelease = (options: Options) =>
  repeatRounds(
    async () => {
      const { pool } = options
      const isAway = (await findOutage(pool, mailReaction)) !== null
      const { due, nextInMs } = isAway
        ? { due: [], nextInMs: null }
        : await findDue(pool, mailReaction, batchSize)
      await releaseAll(due, options)
      const pause = due.length === batchSize ? 0 : Math.min(nextInMs ?? maxPause, maxPause)
      return Math.max(pause, 10)
    },
    { log: options.log, failing: 'emails are waiting: none can be released' },
  )

/** An entry that cannot be released does not delay other entries; the next round tries it again. */
const releaseAll = async (due: DueEntry[], options: Options) => {
  const failures: unknown[] = []
  for (const entry of due)
    try {
      await release(entry, options)
    } catch (error) {
      if (isUnavailable(error)) throw error
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}

const release = async ({ id, eventId, stream, position }: DueEntry, options: Options) => {
  const commandId = `release-${eventId}`
  const origin = {
    commandId,
    correlationId: commandId,
    at: options.now(),
    actor: { kind: 'system', id: 'mail' },
  } as const
  const command = { type: 'ReleaseMail', position } as const
  try {
    await handleOrderCommand(options.eventStore, orderIdOfStream(stream), command, origin)
  } catch (error) {
    // If the log lacks the event, or the event cannot be read, the entry is released anyway, and
    // the worker gives up on it.
    const isHopeless = isBadData(error) || (error instanceof Rejected && error.code === 'not-found')
    if (!isHopeless) throw error
  }
  await releaseDelayed(options.pool, id)
}
