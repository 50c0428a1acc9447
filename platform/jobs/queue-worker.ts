import { backoffDelay } from '@strand/event-sourcing/async/backoff'
import { withTimeout } from '@strand/event-sourcing/async/with-timeout'
import type { JsonObject } from '@strand/event-sourcing/event-store/event-store'
import { Worker } from 'bullmq'
import { type QueueBackend, queueSchema } from './queue-backend.ts'

export type Handler = (data: JsonObject, about: { id: string; attempt: number }) => Promise<void>

export type WorkOptions = {
  /** How many jobs this process runs at a time. Default 1. */
  concurrency?: number
  /** Milliseconds before a retry, after `attempt` failures. Default: 1 s, doubling to 30 min. */
  retryDelay?: (attempt: number) => number
  /**
   * How many milliseconds a job's lock lasts. A dead worker is noticed within about twice
   * this time. Default 20 s.
   */
  lockMs?: number
}

const defaultRetryDelay = (attempt: number) =>
  backoffDelay(attempt, { first: 1_000, longest: 30 * 60_000, jitter: 0.25 })

/** Postgres takes only whole milliseconds. A job whose delay it refuses would count as stalled. */
const wholeDelay =
  (retryDelay = defaultRetryDelay) =>
  (attempt: number) =>
    Math.round(retryDelay(attempt))

/** A BullMQ worker that recovers from any failure and stops within 5 s. */
export const startWorker = (
  name: string,
  handler: Handler,
  backend: QueueBackend,
  options: WorkOptions & { onError: (error: Error) => void },
) => {
  const lockDuration = options.lockMs ?? 20_000
  const running = new Set<Promise<void>>()
  let again: NodeJS.Timeout | undefined
  let stopped = false

  const begin = () => {
    const begun = new Worker(
      name,
      (job) => {
        const run = handler(job.data, { id: job.id ?? '', attempt: job.attemptsMade + 1 })
        running.add(run)
        return run.finally(() => running.delete(run))
      },
      {
        connection: backend.connection('worker'),
        prefix: queueSchema,
        concurrency: options.concurrency ?? 1,
        lockDuration,
        stalledInterval: lockDuration / 2,
        // With BullMQ's default of 1, a job would fail for good when its worker dies twice.
        maxStalledCount: 1_000,
        // How many milliseconds to pause after a lost connection.
        runRetryDelay: 1_000,
        settings: { backoffStrategy: wholeDelay(options.retryDelay) },
      },
      backend.factory,
    )
    begun.on('error', options.onError)
    // A worker that was created while its server was unavailable keeps failing forever (BullMQ
    // 6.7).
    begun.waitUntilReady().catch(() => {
      if (stopped) return
      void begun.close(true).catch(() => {})
      again = setTimeout(() => {
        worker = begin()
      }, 1_000)
    })
    return begun
  }
  let worker = begin()

  const stop = async () => {
    if (stopped) return
    stopped = true
    clearTimeout(again)
    await worker.pause(true).catch(() => {})
    const finished = await withTimeout(3_500, Promise.allSettled(running)).then(
      () => true,
      () => false,
    )
    // A forced close also stops renewing the locks, so that another process can take the jobs.
    await withTimeout(1_000, worker.close(!finished)).catch(() => {})
  }
  return { stop }
}
