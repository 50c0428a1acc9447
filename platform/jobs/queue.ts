import { throttle } from '@strand/event-sourcing/async/throttle'
import { withTimeout } from '@strand/event-sourcing/async/with-timeout'
import { unavailable } from '@strand/event-sourcing/errors'
import type { JsonObject } from '@strand/event-sourcing/event-store/event-store'
import type { Log } from '@strand/event-sourcing/log'
import { Queue as BullQueue, type IQueueBackend } from 'bullmq'
import { type QueueBackend, queueBackend, queueSchema } from './queue-backend.ts'
import { type Handler, startWorker, type WorkOptions } from './queue-worker.ts'

/**
 * `id` must not contain a colon. Adding a job does nothing if the queue has one with the same id.
 */
export type Job = {
  id: string
  data: JsonObject
  /** Whether the job goes before others that are not urgent. Default false. */
  urgent?: boolean
}

export type Queue = {
  /** Throws `Rejected('unavailable')` if the queue does not answer within 5 s. Safe to repeat. */
  add: (name: string, jobs: Job[]) => Promise<void>
  /**
   * Passes every job to `handler` at least once: if a process dies, another gets its job. A job
   * that throws is retried later, forever. A handler that gives up must record that and return.
   */
  work: (name: string, handler: Handler, options?: WorkOptions) => { stop: () => Promise<void> }
  /** Immediately retries the jobs that wait for their next try. Throws like `add`. */
  retryNow: (name: string) => Promise<void>
  /** The number of jobs in each state. Throws like `add`. */
  depth: (name: string) => Promise<Record<string, number>>
  /** Resolves if the queue answers within 2 s; otherwise throws `Rejected('unavailable')`. */
  health: () => Promise<void>
  /** Ends workers and connections within 5 s. Another worker later gets the unfinished jobs. */
  close: () => Promise<void>
}

type Producer = BullQueue<JsonObject, void, string, JsonObject, void, string, IQueueBackend, object>

/**
 * A job queue on BullMQ 6: in Redis for `redis:` and `rediss:` URLs, in tables of its own for
 * `postgres:`. Completed jobs leave nothing behind. Redis must not evict keys (`maxmemory-policy
 * noeviction`); a sweeper adds lost jobs again in any case.
 */
export const openQueue = async (url: string, options: { log: Log }): Promise<Queue> => {
  const backend = await queueBackend(url)
  const producers = new Map<string, Producer>()
  const ready = new WeakSet<Producer>()
  const workers = new Set<{ stop: () => Promise<void> }>()
  const warnThrottled = throttle<Error>(10_000, (err, suppressed) =>
    options.log.warn({ err, suppressed }, 'the queue reports an error; it recovers on its own'),
  )

  const producerOf = (name: string): Producer => {
    const existing = producers.get(name)
    if (existing) return existing
    const producer = newProducer(name, backend)
    producer.on('error', warnThrottled)
    producer.waitUntilReady().then(
      () => ready.add(producer),
      () => {},
    )
    producers.set(name, producer)
    return producer
  }
  const ask = async <T>(name: string, limit: number, question: (to: Producer) => Promise<T>) => {
    const producer = producerOf(name)
    try {
      return await withTimeout(limit, question(producer))
    } catch (error) {
      // A producer that was created while its server was unavailable keeps failing forever (BullMQ
      // 6.7).
      if (!ready.has(producer) && producers.delete(name)) void producer.close().catch(() => {})
      throw unavailable('The job queue', error)
    }
  }

  return {
    add: async (name, jobs) => {
      if (jobs.length === 0) return
      if (jobs.some(({ id }) => id.includes(':')))
        throw new TypeError('a job id must not contain a colon')
      const bulk = jobs.map(({ id, data, urgent }) => ({
        name,
        data,
        // BullMQ runs jobs without a priority first.
        opts: { jobId: id, ...(!urgent && { priority: 1 }) },
      }))
      await ask(name, 5_000, (producer) => producer.addBulk(bulk))
    },
    work: (name, handler, workOptions = {}) => {
      const worker = startWorker(name, handler, backend, { ...workOptions, onError: warnThrottled })
      workers.add(worker)
      return worker
    },
    retryNow: async (name) => {
      await ask(name, 5_000, (producer) => producer.promoteJobs())
    },
    depth: (name) =>
      ask(name, 2_000, (producer) =>
        producer.getJobCounts('waiting', 'prioritized', 'active', 'delayed'),
      ),
    health: async () => {
      await ask('health', 2_000, (producer) => producer.getJobCounts('waiting'))
    },
    close: async () => {
      await Promise.all([...workers].map((worker) => worker.stop()))
      const closing = [...producers.values()].map((producer) => withTimeout(500, producer.close()))
      await Promise.allSettled(closing)
    },
  }
}

const newProducer = (name: string, backend: QueueBackend): Producer =>
  new BullQueue(
    name,
    {
      connection: backend.connection('producer'),
      prefix: queueSchema,
      defaultJobOptions: {
        // BullMQ needs a number, but the handler decides when to give up.
        attempts: 1_000_000,
        backoff: { type: 'custom' },
        removeOnComplete: true,
        removeOnFail: true,
        // A job may fail for days, and must not collect the stack trace of each failure.
        stackTraceLimit: 1,
      },
    },
    backend.factory,
  )
