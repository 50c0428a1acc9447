import { maxFileSize } from '@strand/contracts/uploads'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Log } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { openBudget } from '@strand/platform/fairness/budget'
import { type Clock, systemClock } from '@strand/platform/fairness/clock'
import { type Claimant, openPlaces, openSlowLane } from '@strand/platform/fairness/places'
import { type DiskReserve, spaceAboveReserve } from '@strand/platform/files/disk-reserve'
import type { FileStore } from '@strand/platform/files/open'
import type { Arrival } from '@strand/platform/http/slow-body'
import { makeRoom, unclaimedBytesOf } from './unclaimed-uploads.ts'

export type FileLimits = {
  diskReserve: DiskReserve
  /** The limit on uploads that no order has claimed, in bytes, over all clients. */
  unclaimedBytes: number
}

/** In bytes: how much an address may send within an hour at full speed. */
const bytesPerHour = 300 * 1024 * 1024
/**
 * The maximum number of forms that are received at once. A form costs little; only room for the
 * bytes of files is scarce.
 */
const forms = 256
const formsPerClient = 4
/** The maximum number of uploads from one address that wait, besides those being received. */
const waitingPerClient = 12
/**
 * In milliseconds: the longest that an upload waits, because the web app gives up after 30 s
 * without progress.
 */
const maxWait = 25_000
/**
 * The maximum number of bytes in partly received files: enough for the largest file from 25
 * networks.
 */
const bytesInTransit = 512 * 1024 * 1024
/** In milliseconds: how long the sum of unclaimed uploads is cached. */
const sumCacheMs = 5_000

/** In bytes: beyond the soft limit, files larger than this wait in a queue of their own. */
const large = 1024 * 1024
/**
 * The longest pause after a file, in milliseconds. It must be shorter than `maxWait`, or the next
 * file would give up.
 */
const maxRest = 20_000
/** How many bytes above the disk's reserve are kept for clients within their soft limit. */
export const roomForOthers = 1024 * 1024 * 1024

export type AdmittedFiles = Arrival & {
  by: Claimant
  /** Counts the bytes that a stored file takes beyond the bytes that were sent; never throws. */
  charge: (bytes: number) => void
  /** Call this when the files are stored or abandoned. Safe to call again. */
  release: () => void
}

export type FileAdmission = {
  /**
   * Admits files before their bytes arrive. If an address has sent 300 MB within an hour, or is
   * beyond its soft limit of requests, its files are admitted one at a time, with a pause after
   * each. The pause is as long as the file would take at 300 kB/s, or at 800 kB/s if it is over 1
   * MB, but at least 1 s and at most 20 s. Small files, large files and files inside orders have
   * separate queues. A client with four files in transit waits for one of them. Throws 429 if too
   * many wait. Throws 503 if too many files are in transit and none is slow, or if the disk would
   * fall below its reserve. If too many stored bytes belong to no order, the network with the most
   * such bytes loses its oldest files.
   *
   * @param expected bytes; default: the maximum size of an upload, for clients that do not send a
   *   length
   */
  admit: (files: {
    by: Claimant
    expected: number | undefined
    /**
     * Whether an order has the files from the start. Such files have already arrived, so they are
     * soon stored.
     */
    claimed: boolean
    isBeyondLimit: boolean
  }) => Promise<AdmittedFiles>
}

type Options = {
  files: Pick<FileStore, 'space' | 'delete'>
  pool: Pool
  now: Now
  limits: FileLimits
  clock?: Clock | undefined
  log: Log
}

export const openFileAdmission = (options: Options): FileAdmission => {
  const { files, pool, now, limits, clock = systemClock, log } = options
  const texts = {
    busy: 'Too many files are being uploaded at the moment, please try again',
    tooMany: 'Too many files are being uploaded from your network at once',
  }
  const places = openPlaces({
    atOnce: forms,
    perClient: formsPerClient,
    queue: forms,
    queuePerClient: waitingPerClient,
    bytes: bytesInTransit,
    retryAfter: 5,
    texts,
    clock,
  })
  const budget = openBudget({ most: bytesPerHour, seconds: 3_600, now: () => now().getTime() })
  const small = openSlowLane({ atOnce: 20, queue: 400, texts, clock })
  // Each file has a few megabytes, so every file in the queue gets a turn in time.
  const big = openSlowLane({ atOnce: 4, queue: 24, queuePerClient: 6, texts, clock })
  // Orders with their files inside wait on the shop's disk, so only a few may wait.
  const insideOrder = openSlowLane({ atOnce: 2, queue: 4, texts, clock })
  const unclaimed = openUnclaimed(pool, now)
  let inTransit = 0
  /**
   * Room is made for one upload at a time; otherwise several uploads would each delete files for
   * the same shortage.
   */
  let making: Promise<void> | undefined

  const slowDown = async (by: Claimant, expected: number, claimed: boolean) => {
    const lane = claimed ? insideOrder : expected > large ? big : small
    const rest = await lane(by)
    rest(Math.min(maxRest, Math.max(1_000, expected / (expected > large ? 800 : 300))))
  }

  const checkSpace = async (expected: number, claimed: boolean, isBeyond: boolean) => {
    const needed = inTransit + expected
    const above = await spaceAboveReserve(files, limits.diskReserve)
    if (above < needed + (isBeyond ? roomForOthers : 0)) throw full()
    if (claimed) return
    // The sum of unclaimed bytes already contains the bytes in transit.
    const lacking = async () => (await unclaimed.bytes()) + expected - limits.unclaimedBytes
    if ((await lacking()) <= 0) return
    const makeLacking = async () => {
      unclaimed.forget()
      const bytes = await lacking()
      if (bytes > 0) await makeRoom({ pool, files, log }, limits.unclaimedBytes / 8 + bytes)
      unclaimed.forget()
    }
    making ??= makeLacking().finally(() => {
      making = undefined
    })
    await making
    if ((await lacking()) > 0) throw full()
  }

  return {
    admit: async ({ by, expected = maxFileSize, claimed, isBeyondLimit }) => {
      const isBeyond = isBeyondLimit || budget.isSpent(by.client)
      const began = clock.now()
      if (isBeyond) await slowDown(by, expected, claimed)
      const place = await places.take(by, Math.max(0, maxWait - (clock.now() - began)))
      try {
        await checkSpace(expected, claimed, isBeyond)
      } catch (error) {
        place.release()
        throw error
      }
      let arrived = 0
      const charge = (bytes: number) => {
        budget.add(by.client, bytes)
        if (!claimed) unclaimed.add(bytes)
      }
      return {
        by,
        signal: place.signal,
        ended: place.ended,
        charge,
        receive: (bytes) => {
          arrived += bytes
          inTransit += bytes
          charge(bytes)
          place.receive(bytes)
        },
        release: () => {
          place.release()
          inTransit -= arrived
          arrived = 0
        },
      }
    },
  }
}

const full = () =>
  new Rejected(
    'unavailable',
    'The shop cannot take any files at the moment, please try again later',
    {
      retryAfter: 300,
    },
  )

/**
 * The bytes of unclaimed uploads: a sum from the database every few seconds, plus the bytes that
 * arrived since.
 */
const openUnclaimed = (pool: Pool, now: Now) => {
  let queriedAt = Number.NEGATIVE_INFINITY
  let sum = Promise.resolve(0)
  let since = 0
  return {
    add: (bytes: number) => {
      since += bytes
    },
    forget: () => {
      queriedAt = Number.NEGATIVE_INFINITY
    },
    bytes: async () => {
      if (now().getTime() - queriedAt > sumCacheMs) {
        queriedAt = now().getTime()
        since = 0
        sum = unclaimedBytesOf(pool)
        sum.catch(() => {
          queriedAt = Number.NEGATIVE_INFINITY
        })
      }
      return (await sum) + since
    },
  }
}
