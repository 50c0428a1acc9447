import type { Uploaded } from '@strand/contracts/uploads'
import { busyFor } from '../../../shared/api/api-error.ts'
import type { Upload } from '../../../shared/api/upload.ts'

/** The shop accepts four at once per IP address, which customers of one phone network share. */
const maxParallelUploads = 2

/** The most tries while the shop is briefly busy: many others behind the same address may be sending. */
const maxTries = 6

/** Uploads that wait for each other, and for a shop that is briefly busy. */
export const createTransfers = (delay: (ms: number) => Promise<void>) => {
  const running = new Map<string, Upload>()
  const waiting: (() => void)[] = []
  let freeSlots = maxParallelUploads

  return {
    /** Runs work when a slot is free, in order of arrival. */
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
