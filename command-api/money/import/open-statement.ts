import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Rejected } from '@strand/event-sourcing/errors'
import { openProcessorBudget } from '@strand/platform/fairness/budget'
import { type Claimant, openPlaces, type Place } from '@strand/platform/fairness/places'
import type { FromWorker, IdentifiedLine, StatementSummary, Task } from './statement-task.ts'

/**
 * How many milliseconds of CPU time reading may take: several times what the largest file needs on
 * a slow machine. Waiting for the CPU does not count.
 */
const maxReadingTime = 60_000
/** The milliseconds between two checks of the CPU time. */
const lookEvery = 100
/** In megabytes: the largest file needs about half of this. */
const memory = 400

/**
 * A thread uses a whole CPU and a lot of memory, so only two run at a time: the shop's one import,
 * and one preview.
 */
const places = openPlaces({
  atOnce: 2,
  queue: 4,
  budget: openProcessorBudget({ perHour: 600_000 }),
})

export type OpenStatement = {
  summary: StatementSummary
  /**
   * Yields the lines in parts, on request. Lines of the same day and amount are in the same part,
   * up to 2,000 of them.
   */
  lines: () => AsyncGenerator<IdentifiedLine[]>
}

/**
 * Reads a statement in a thread and passes it to `use`. Throws what `readStatement` throws, and
 * `Rejected('too-large')` for a file that takes too much time or memory.
 *
 * @param by the client that asked; when it disconnects, the reading stops
 */
export const withStatement = <T>(
  task: Task,
  by: Claimant,
  use: (statement: OpenStatement) => Promise<T>,
): Promise<T> =>
  places.use(by, async (place) => {
    const worker = new Worker(new URL('./statement-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: memory },
    })
    try {
      return await use(await read(worker, place))
    } finally {
      place.charge(await usedBy(worker))
      await worker.terminate()
    }
  })

const tooMuch = (cause?: unknown) =>
  new Rejected(
    'too-large',
    'The file takes too long to read. Please split it and import the parts',
    { cause },
  )

/** The milliseconds of CPU time that the thread has used; 0 after it has ended. */
const usedBy = async (worker: Worker): Promise<number> => {
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  return (user + system) / 1000
}

const next = async (worker: Worker, { signal }: Place): Promise<FromWorker> => {
  const stop = new AbortController()
  const watch = setInterval(async () => {
    if ((await usedBy(worker)) > maxReadingTime) stop.abort(tooMuch())
  }, lookEvery)
  const ended = AbortSignal.any([signal, stop.signal])
  try {
    // `once` also rejects with the error of a thread that fails.
    const [received] = await once(worker, 'message', { signal: ended })
    return received as FromWorker
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw tooMuch(error)
    throw ended.aborted ? ended.reason : error
  } finally {
    clearInterval(watch)
  }
}

const read = (worker: Worker, place: Place): Promise<OpenStatement> =>
  openStatement(
    () => next(worker, place),
    () => worker.postMessage('more'),
  )

/**
 * Opens a statement that a reader sends. The reader sends one message at a time, and sends lines
 * only on request.
 */
export const openStatement = async (
  receive: () => Promise<FromWorker>,
  askForMore: () => void,
): Promise<OpenStatement> => {
  const first = await receive()
  if (first.kind === 'rejected') throw new Rejected(first.code, first.message)
  if (first.kind !== 'summary') throw new Error('a statement began with its lines')
  return {
    summary: first.summary,
    lines: async function* () {
      for (;;) {
        const answer = receive()
        askForMore()
        const message = await answer
        if (message.kind !== 'lines') throw new Error('a statement has more than lines')
        if (message.lines.length === 0) return
        yield message.lines
      }
    },
  }
}
