import { AsyncLocalStorage } from 'node:async_hooks'
import { unavailable } from '@strand/event-sourcing/errors'
import type { Job, Queue } from '@strand/platform/jobs/queue'
import { callPort, type Faults } from '../world/port.ts'
import { type Life, lives, type World } from '../world/world.ts'

type Kept = Job & {
  attempt: number
  /** The earliest time at which the job is handed out. */
  from: number
  /** The process that holds the job; null after it has died or failed. */
  holder: Life | null
}
type Worker = {
  life: Life | undefined
  free: number
  run: (job: Kept) => void
}

export const jobBegunAt = new AsyncLocalStorage<number>()

/** In milliseconds: how long a job stays with a dead process. */
const lock = 1_500

export type QueueFaults = Faults & {
  /** The share of jobs that the queue forgets. */
  loses: number
  /** The share of jobs that go to two workers. */
  repeats: number
}

/** The queue's memory, and the ports through which processes reach it. */
export const openQueueServer = (world: World) => {
  const jobs = new Map<string, Kept>()
  let workers: Worker[] = []

  const isFree = (job: Kept) => job.holder === null && job.from <= world.now()
  const pump = () => {
    workers = workers.filter(({ life }) => !life?.isDead)
    // In random order, because a queue promises none.
    const waiting = [...jobs.values()].sort(() => world.dice.random() - 0.5)
    for (const job of waiting) {
      const willing = workers.filter(({ free }) => free > 0)
      if (willing.length === 0) return
      if (isFree(job)) world.dice.pick(willing).run(job)
    }
  }
  /** Runs the queue's own work, which outlives every process. */
  const later = (milliseconds: number, work: () => void) =>
    lives.exit(() => world.plan(milliseconds, work))
  const happens = (share: number) => world.now() < world.faultsUntil && world.dice.chance(share)

  const startWorker = (
    faults: QueueFaults,
    handler: Parameters<Queue['work']>[1],
    { concurrency = 1, retryDelay = () => 1_000 }: NonNullable<Parameters<Queue['work']>[2]>,
  ) => {
    const life = lives.getStore()
    const hold = (job: Kept) => {
      job.holder = life ?? null
      life?.onDeath.push(() =>
        later(lock, () => {
          if (job.holder === life) job.holder = null
          pump()
        }),
      )
    }
    const again = (job: Kept, milliseconds: number) => {
      job.from = world.now() + milliseconds
      job.holder = null
      later(milliseconds, pump)
    }
    const work = async (job: Kept) => {
      try {
        await handler(job.data, { id: job.id, attempt: job.attempt++ })
        await callPort(world, {
          label: () => `queue completes ${job.id}`,
          faults,
          fail: () => unavailable('The job queue'),
          work: () => jobs.delete(job.id),
        })
      } catch {
        again(job, Math.min(retryDelay(job.attempt), 5_000))
      }
    }
    const worker: Worker = {
      life,
      free: concurrency,
      run: (job) => {
        const begin = () => {
          worker.free -= 1
          hold(job)
          void jobBegunAt
            .run(world.now(), () => work(job))
            .finally(() => {
              worker.free += 1
              pump()
            })
        }
        const deliver = () => {
          world.note(() => `queue delivers ${job.id}`)
          begin()
          if (worker.free > 0 && happens(faults.repeats)) begin()
        }
        if (life) lives.run(life, deliver)
        else deliver()
      },
    }
    workers.push(worker)
    later(0, pump)
    return {
      stop: async () => {
        workers = workers.filter((one) => one !== worker)
      },
    }
  }

  const connect = (faults: QueueFaults): Queue => {
    const call = <T>(label: () => string, work: () => T) =>
      callPort(world, {
        label: () => `queue ${label()}`,
        faults,
        work,
        fail: () => unavailable('The job queue'),
      })
    return {
      add: async (_, added) => {
        if (added.length === 0) return
        await call(
          () => `add ${added.map(({ id }) => id).join()}`,
          () => {
            for (const job of added)
              if (!jobs.has(job.id) && !happens(faults.loses))
                jobs.set(job.id, { ...job, attempt: 1, from: 0, holder: null })
            later(0, pump)
          },
        )
      },
      work: (_, handler, options = {}) => startWorker(faults, handler, options),
      retryNow: () =>
        call(
          () => 'retry now',
          () => {
            for (const job of jobs.values()) job.from = 0
            later(0, pump)
          },
        ),
      depth: async () => ({}),
      health: async () => {},
      close: async () => {},
    }
  }
  return { connect, depth: () => jobs.size }
}
