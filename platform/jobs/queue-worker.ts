import { backoffDelay } from '@strand/event-sourcing/async/backoff'
import { withTimeout } from '@strand/event-sourcing/async/with-timeout'
import type { JsonObject } from '@strand/event-sourcing/event-store/event-store'
import { Worker } from 'bullmq'
import { type QueueBackend, queueSchema } from './queue-backend.ts'

export type Handler = (data: JsonObject, about: { id: string; attempt: number }) => Promise<void>

export type WorkOptions = {
  /** The number of concurrent jobs in this process. Default 1. */
  concurrency?: number
  /** Pause before a retry, in ms, after `attempt` failures. Default: 1 s, doubling to 30 min. */
  retryDelay?: (attempt: number) => number
  /** Lock duration in ms. A dead worker is noticed after at most about twice this. Default 20 s. */
  lockMs?: number
}

const defaultRetryDelay = (attempt: number) =>
  backoffDelay(attempt, { first: 1_000, longest: 30 * 60_000, jitter: 0.25 })

/** Postgres takes only whole milliseconds: a job whose delay it refuses would count as stalled. */
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
        // With BullMQ's default of 1, a job whose worker dies twice would fail for good.
        maxStalledCount: 1_000,
        // How long to pause after a lost connection before polling for work again.
        runRetryDelay: 1_000,
        settings: { backoffStrategy: wholeDelay(options.retryDelay) },
      },
      backend.factory,
    )
    begun.on('error', options.onError)
    // A worker created while its server was unavailable keeps that failure forever (BullMQ 6.7).
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
    // A forced close also stops renewing the locks, so that another process can take over the jobs.
    await withTimeout(1_000, worker.close(!finished)).catch(() => {})
  }
  return { stop }
}
