import { abortableSleep } from '@strand/event-sourcing/async/abortable-sleep'
import type { Activity } from '@strand/platform/http/activity'
import type { PausableReader } from './reader/reader.ts'

/** Milliseconds between two looks whether the process is quiet. */
const lookEvery = 100
/** Two minutes without a quiet moment: then one proof is read all the same. */
const twoMinutes = 120_000

/**
 * A reader that stands still while people wait for this process. A process at nice 19 takes the
 * processor's caches and its second half from the others: orders took up to twice as long.
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
  /** Milliseconds for which the next proof has waited. */
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
