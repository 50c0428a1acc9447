import { Worker } from 'node:worker_threads'
import { unavailable } from '@strand/event-sourcing/errors'
import type { FromHashWorker, HashedLog, HashTask } from './hash-worker.ts'

/**
 * Verifies the log in a thread of its own. Rejects with the thread's error; a thread that `signal` has
 * ended counts as one.
 *
 * @returns null when nothing was signed yet
 */
export const hashLog = (
  task: HashTask,
  options: { signal: AbortSignal; onProgress: (done: number, ofAbout: number) => void },
): Promise<HashedLog | null> => {
  const { signal, onProgress } = options
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { workerData: task })
  const end = () => void worker.terminate()
  signal.addEventListener('abort', end)
  return new Promise<HashedLog | null>((resolve, reject) => {
    worker.on('message', (message: FromHashWorker) => {
      if (message.kind === 'hashed') resolve(message.log)
      else if (message.kind === 'away')
        reject(unavailable('The event log', new Error(message.reason)))
      else onProgress(message.done, message.ofAbout)
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread that verifies the log has ended')))
  }).finally(() => signal.removeEventListener('abort', end))
}
