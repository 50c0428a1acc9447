import { maximumFileSize } from '@strand/contracts/uploads'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { openBudget } from '@strand/platform/fairness/budget'
import { type Claimant, openPlaces } from '@strand/platform/fairness/places'
import { type DiskReserve, spaceAboveReserve } from '@strand/platform/files/disk-reserve'
import type { FileStore } from '@strand/platform/files/open'
import type { Arrival } from '@strand/platform/http/slow-body'

/** How much disk space strangers get. */
export type FileLimits = {
  diskReserve: DiskReserve
  /** The limit in bytes for uploads that no order references yet, across all clients. */
  unclaimedBytes: number
}

const bytesPerHour = 300 * 1024 * 1024
/** Once half of `unclaimedBytes` is used: fifty strangers cannot take all the room there is. */
const bytesPerHourWhenCrowded = 40 * 1024 * 1024
/** Forms that arrive at once cost little: what counts is the bytes that have arrived. */
const forms = 256
const formsPerClient = 4
/** Bytes of all files that have arrived in part; a file of the largest size from 25 networks. */
const bytesInTransit = 512 * 1024 * 1024
/** Milliseconds for which the sum of unclaimed uploads is cached. */
const sumCacheMs = 5_000

export type AdmittedFiles = Arrival & {
  /** Whose files they are. */
  by: Claimant
  /** Counts without rejecting: the bytes that a stored file takes beyond those sent. */
  charge: (bytes: number) => void
  /** Call this when the files are stored or have been abandoned. Safe to call more than once. */
  release: () => void
}

export type FileAdmission = {
  /**
   * Admits files before their bytes arrive. Throws 429 when this client has sent 300 MB within an hour
   * or has four files in transit. Throws 503 when too many files are in transit in all and none of them
   * is slow, when the disk would fall below its reserve, or when too many stored bytes belong to no
   * order. What has arrived counts as if it were stored.
   *
   * @param expected bytes; defaults to the maximum size of an upload when the client does not say
   */
  admit: (files: {
    by: Claimant
    expected: number | undefined
    /** Whether an order references the files from the beginning. */
    claimed: boolean
  }) => Promise<AdmittedFiles>
}

type Options = {
  files: Pick<FileStore, 'space'>
  pool: Pool
  now: Now
  limits: FileLimits
}

export const openFileAdmission = ({ files, pool, now, limits }: Options): FileAdmission => {
  const places = openPlaces({
    atOnce: forms,
    perClient: formsPerClient,
    bytes: bytesInTransit,
    retryAfter: 5,
    texts: {
      busy: 'Too many files are being uploaded at the moment, please try again',
      tooMany: 'Too many files are being uploaded from your network at once',
    },
  })
  const budget = openBudget({
    most: bytesPerHour,
    seconds: 3_600,
    now: () => now().getTime(),
    text: 'Too many files came from your network within the last hour',
  })
  const unclaimed = openUnclaimed(pool, now)
  let inTransit = 0

  const checkSpace = async (client: string, expected: number, claimed: boolean) => {
    const needed = inTransit + expected
    if ((await spaceAboveReserve(files, limits.diskReserve)) < needed) throw full()
    if (claimed) return
    const unclaimedBytes = await unclaimed.bytes()
    if (unclaimedBytes + needed > limits.unclaimedBytes) throw full()
    if (unclaimedBytes > limits.unclaimedBytes / 2) budget.check(client, bytesPerHourWhenCrowded)
  }

  return {
    admit: async ({ by, expected = maximumFileSize, claimed }) => {
      budget.check(by.client)
      const place = await places.take(by)
      try {
        await checkSpace(by.client, expected, claimed)
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
        charge,
        receive: (bytes) => {
          arrived += bytes
          inTransit += bytes
          charge(bytes)
          budget.check(by.client)
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
 * The bytes of unclaimed uploads: a database sum, refreshed every few seconds, plus what arrived
 * since.
 */
const openUnclaimed = (pool: Pool, now: Now) => {
  let queriedAt = Number.NEGATIVE_INFINITY
  let sum = Promise.resolve(0)
  let since = 0
  const querySum = async () => {
    const { rows } = await pool.query<{ bytes: number }>(
      'select coalesce(sum(size), 0)::float8 as bytes from upload where claimed_by is null',
    )
    return rows[0]?.bytes ?? 0
  }
  return {
    add: (bytes: number) => {
      since += bytes
    },
    bytes: async () => {
      if (now().getTime() - queriedAt > sumCacheMs) {
        queriedAt = now().getTime()
        since = 0
        sum = querySum()
        sum.catch(() => {
          queriedAt = Number.NEGATIVE_INFINITY
        })
      }
      return (await sum) + since
    },
  }
}
