import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { openSemaphore } from '@strand/platform/async/semaphore'
import { isTimeoutError, withTimeout } from '@strand/platform/async/with-timeout'
import { Rejected } from '@strand/platform/errors'
import type { FromWorker, IdentifiedLine, StatementSummary, Task } from './statement-worker.ts'

/** Milliseconds for reading a file of the largest size on a slow machine, several times over. */
const longestReading = 60_000
/** Megabytes: a file of the largest size takes about half of it. */
const memory = 400

/** A thread takes a processor and much memory: the shop’s one import and one preview at a time. */
const fewAtATime = openSemaphore({ atOnce: 2, queue: 4 })

export type OpenStatement = {
  summary: StatementSummary
  /** The lines by day and amount, some at a time, as they are asked for. */
  lines: () => AsyncGenerator<IdentifiedLine[]>
}

/**
 * Reads a statement in a thread of its own and passes it to `use`. Throws what `readStatement`
 * throws, and `Rejected('too-large')` for a file that takes too much time or memory.
 */
export const withStatement = <T>(
  task: Task,
  use: (statement: OpenStatement) => Promise<T>,
): Promise<T> =>
  fewAtATime(async () => {
    const worker = new Worker(new URL('./statement-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: memory },
    })
    try {
      return await use(await read(worker))
    } finally {
      await worker.terminate()
    }
  })

const tooMuch = (cause: unknown) =>
  new Rejected('too-large', 'The file takes too long to read: please import it in parts', { cause })

const next = async (worker: Worker): Promise<FromWorker> => {
  const stop = new AbortController()
  try {
    // `once` rejects with the error of a thread that breaks.
    const message = once(worker, 'message', { signal: stop.signal })
    const [received] = await withTimeout(longestReading, message)
    return received as FromWorker
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ERR_WORKER_OUT_OF_MEMORY' || isTimeoutError(error)) throw tooMuch(error)
    throw error
  } finally {
    stop.abort()
  }
}

const read = async (worker: Worker): Promise<OpenStatement> => {
  const first = await next(worker)
  if (first.kind === 'rejected') throw new Rejected(first.code, first.message)
  if (first.kind !== 'summary') throw new Error('a statement began with its lines')
  return {
    summary: first.summary,
    lines: async function* () {
      for (;;) {
        const answer = next(worker)
        worker.postMessage('more')
        const message = await answer
        if (message.kind !== 'lines') throw new Error('a statement has more than lines')
        if (message.lines.length === 0) return
        yield message.lines
      }
    },
  }
}
