import { abortableSleep } from '@strand/event-sourcing/async/abortable-sleep'
import type { Activity } from '@strand/platform/http/activity'
import type { PausableReader } from './reader/reader.ts'

/** How often to check whether the process is idle, in milliseconds. */
const lookEvery = 100
/**
 * The longest wait for an idle moment, in milliseconds; after this time, the proof is read anyway.
 */
const twoMinutes = 120_000

/**
 * Wraps a reader so that it pauses while people wait for this process. Even at nice 19, the reading
 * uses CPU caches and the core's second thread: without the pauses, orders took up to twice as
 * long.
 */
export const giveWay = (
  reader: PausableReader,
  { activity, patience = twoMinutes }: { activity: Activity; patience?: number | undefined },
): {
  reader: PausableReader
  /** Resolves when a reading may begin. */
  turn: (signal: AbortSignal) => Promise<void>
  stop: () => void
} => {
  let isReading = false
  /** How long the next proof has waited, in milliseconds. */
  let waited = 0
  const isPolite = () => waited < patience && activity.isBusy()
  const look = () => {
    if (isPolite()) {
      waited += lookEvery
      reader.pause()
    } else reader.resume()
  }
  const looking = setInterval(() => {
    if (isReading) look()
  }, lookEvery)
  looking.unref()
  const ignore = activity.onRequest(() => {
    if (isReading && waited < patience) reader.pause()
  })
  return {
    reader: {
      ...reader,
      read: async (...asked) => {
        isReading = true
        look()
        try {
          return await reader.read(...asked)
        } finally {
          isReading = false
          waited = 0
          reader.resume()
        }
      },
    },
    turn: async (signal) => {
      while (!signal.aborted && isPolite()) {
        waited += lookEvery
        await abortableSleep(lookEvery, signal)
      }
    },
    stop: () => {
      clearInterval(looking)
      ignore()
    },
  }
}
