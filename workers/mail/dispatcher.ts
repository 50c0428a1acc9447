import { abortableSleep } from '@strand/event-sourcing/async/abortable-sleep'
import { keepRunning } from '@strand/event-sourcing/async/keep-running'
import { throttle } from '@strand/event-sourcing/async/throttle'
import type { Log } from '@strand/event-sourcing/log'
import { claimWaiting, outboxChannel } from '@strand/event-sourcing/outbox/outbox'
import { deleteExpiredAdmissions } from '@strand/event-sourcing/outbox/outbox-admission'
import { deleteFinished, requeueLost } from '@strand/event-sourcing/outbox/outbox-sweeper'
import {
  connectionLoss,
  openDedicatedPool,
} from '@strand/event-sourcing/postgres/dedicated-connection'
import { type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import { prepareProcessorTables } from '@strand/event-sourcing/processors/runtime/prepare-tables'
import type { Queue } from '@strand/platform/jobs/queue'
import type { OutageWatch } from './outage.ts'

export const mailQueue = 'mail'

const maxBatchSize = 200

/** How often the dispatcher polls the outbox if no notification arrives, in milliseconds. */
const pollPause = 2_000

const daysRemembered = 30

type DispatchOptions = {
  pool: Pool
  queue: Queue
  log: Log
  /**
   * An entry that has not been tried for this many seconds is queued again, in case the queue lost
   * it. If the queue still holds the entry, nothing changes. Default: 30.
   */
  lostAfterSeconds?: number
  /**
   * The maximum number of entries that move into the queue per second; the others wait in the
   * outbox. Default: no limit.
   */
  mailsPerSecond?: number
  outage: Pick<OutageWatch, 'isAway'>
}

/**
 * Moves waiting outbox entries into the queue when Postgres announces new ones, and every few
 * seconds.
 *
 * An entry is marked as dispatched in a transaction that commits after the queue has the entry.
 * After a crash between the two, the dispatcher queues the entry again, under an id that the queue
 * recognizes. The sweeper also queues again the entries that the queue has lost.
 */
export const startDispatcher = (options: DispatchOptions) => {
  const { pool, queue, log, outage, lostAfterSeconds = 30 } = options
  const { mailsPerSecond } = options
  const batchSize = mailsPerSecond ?? maxBatchSize
  const dedicated = openDedicatedPool(pool, log, 'strand outbox')
  const stopping = new AbortController()
  let wake = new AbortController()

  const listenAndDispatch = async (succeeded: () => void) => {
    await prepareProcessorTables(pool)
    const connection = await dedicated.connect()
    const lost = connectionLoss(connection)
    let isLost = false
    lost.catch(() => {
      isLost = true
      wake.abort()
    })
    try {
      connection.on('notification', () => wake.abort())
      await connection.query(`listen ${outboxChannel}`)
      let sweptAt = 0
      while (!stopping.signal.aborted && !isLost) {
        wake = new AbortController()
        if (Date.now() - sweptAt > lostAfterSeconds * 500) {
          sweptAt = Date.now()
          await sweep(options, lostAfterSeconds)
        }
        const dispatched = (await outage.isAway()) ? 0 : await dispatch(pool, queue, batchSize)
        if (mailsPerSecond)
          await abortableSleep((1_000 * dispatched) / mailsPerSecond, stopping.signal)
        if (dispatched < batchSize)
          await abortableSleep(pollPause, AbortSignal.any([wake.signal, stopping.signal]))
        succeeded()
      }
    } finally {
      connection.release(true)
    }
  }

  const warnThrottled = throttle<unknown>(10_000, (err) =>
    log.warn({ err }, 'emails are waiting: the outbox or the queue cannot be reached'),
  )
  const running = keepRunning(stopping.signal, listenAndDispatch, {
    onError: warnThrottled,
  }).finally(() => dedicated.end())

  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

const dispatch = (pool: Pool, queue: Queue, batchSize: number) =>
  transaction(pool, async (connection) => {
    const entries = await claimWaiting(connection, batchSize)
    await queue.add(
      mailQueue,
      entries.map(({ id, eventId, kind, round, urgent }) => ({
        // This id contains no personal data, and the queue ignores a second job with the same id.
        id: `${eventId}-${kind}-${round}`,
        data: { entry: id },
        urgent,
      })),
    )
    return entries.length
  })

const sweep = async ({ pool, log }: DispatchOptions, lostAfterSeconds: number) => {
  const lostEntries = await requeueLost(pool, lostAfterSeconds)
  if (lostEntries)
    log.debug({ entries: lostEntries }, 'emails that had waited long were queued again')
  await deleteFinished(pool, daysRemembered)
  await deleteExpiredAdmissions(pool)
}
