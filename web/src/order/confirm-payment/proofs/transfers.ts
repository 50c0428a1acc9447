import type { Uploaded } from '@strand/contracts/uploads'
import { busyFor } from '../../../shared/api/api-error.ts'
import type { Upload } from '../../../shared/api/upload.ts'

/**
 * The shop accepts four uploads at once per IP address. One customer uses at most half of them,
 * because the customers of a phone network may share an address.
 */
const maxParallelUploads = 2

/**
 * How many times to try an upload while the shop is busy. It may be busy only for this IP address,
 * because of other customers who share it.
 */
const maxTries = 6

/** Runs a few uploads at a time, and retries them while the shop is busy. */
export const createTransfers = (delay: (ms: number) => Promise<void>) => {
  const running = new Map<string, Upload>()
  const waiting: (() => void)[] = []
  let freeSlots = maxParallelUploads

  return {
    withSlot: async (work: () => Promise<void>) => {
      if (freeSlots === 0) await new Promise<void>((resolve) => waiting.push(resolve))
      else freeSlots -= 1
      try {
        await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else freeSlots += 1
      }
    },
    run: async (id: string, start: () => Upload, isWanted: () => boolean): Promise<Uploaded> => {
      for (let tries = 1; ; tries++) {
        const upload = start()
        running.set(id, upload)
        try {
          return await upload.done
        } catch (error) {
          const wait = busyFor(error)
          if (wait === null || tries === maxTries || !isWanted()) throw error
          await delay(wait * 1000)
        } finally {
          running.delete(id)
        }
      }
    },
    cancel: (id: string) => running.get(id)?.cancel(),
    cancelAll: () => {
      for (const upload of running.values()) upload.cancel()
    },
  }
}
