import { maximumFileSize } from '@strand/contracts/uploads'
import type { Now } from '@strand/platform/clock'
import { Rejected } from '@strand/platform/errors'
import { type DiskReserve, spaceAboveReserve } from '@strand/platform/files/disk-reserve'
import type { FileStore } from '@strand/platform/files/open'
import { openClientSemaphore } from '@strand/platform/http/client-semaphore'
import { networkOf } from '@strand/platform/http/network'
import type { Pool } from '@strand/platform/postgres/pool'

/** How much disk space strangers get. */
export type FileLimits = {
  /** False only for load tests: one address may then send any number of files of any size. */
  perAddress: boolean
  diskReserve: DiskReserve
  /** The limit in bytes for uploads that no order references yet, across all clients. */
  unclaimedBytes: number
}

const bytesPerHour = 300 * 1024 * 1024
/** Once half of `unclaimedBytes` is used: fifty strangers cannot take all the room there is. */
const bytesPerHourWhenCrowded = 40 * 1024 * 1024
const atOncePerAddress = 4
const atOnce = 64
const hour = 3_600_000
/** How many addresses are remembered. The one unseen for longest is forgotten first. */
const maximumClients = 20_000
/** Milliseconds for which the sum of unclaimed uploads is cached. */
const sumCacheMs = 5_000

export type AdmittedFiles = {
  /** Counts bytes as they arrive; throws 429 beyond what one address may send in an hour. */
  spend: (bytes: number) => void
  /** Counts without rejecting: the bytes that a stored file takes beyond those sent. */
  charge: (bytes: number) => void
  /** Call this when the files are stored or have been abandoned. Safe to call more than once. */
  release: () => void
}

export type FileAdmission = {
  /**
   * Admits files before their bytes arrive. Throws 429 when this client address has sent 300 MB
   * within an hour or has four files in transit. Throws 503 when 64 files are in transit in all,
   * when the disk would fall below its reserve, or when too many stored bytes belong to no order.
   * Files in transit count as if they were stored.
   *
   * @param expected bytes; defaults to the maximum size of an upload when the client does not say
   */
  admit: (files: {
    address: string
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
  const perAddress = limits.perAddress ? atOncePerAddress : atOnce
  const places = openClientSemaphore({ atOnce, perAddress })
  const budgets = openBudgets(now, limits.perAddress ? bytesPerHour : Number.POSITIVE_INFINITY)
  const unclaimed = openUnclaimed(pool, now)
  let bytesInTransit = 0

  const checkSpace = async (budget: Budget, claimed: boolean) => {
    if ((await spaceAboveReserve(files, limits.diskReserve)) < bytesInTransit) throw full()
    if (claimed) return
    const unclaimedBytes = await unclaimed.bytes()
    if (unclaimedBytes + bytesInTransit > limits.unclaimedBytes) throw full()
    if (limits.perAddress && unclaimedBytes > limits.unclaimedBytes / 2)
      budget.check(bytesPerHourWhenCrowded)
  }

  return {
    admit: async ({ address, expected = maximumFileSize, claimed }) => {
      const budget = budgets.of(address)
      budget.check()
      const free = places.acquire(address)
      if (free === 'address') throw tooManyAtOnce()
      if (free === 'all') throw busy()
      let bytes = expected
      bytesInTransit += bytes
      const release = () => {
        free()
        bytesInTransit -= bytes
        bytes = 0
      }
      try {
        await checkSpace(budget, claimed)
      } catch (error) {
        release()
        throw error
      }
      const charge = (more: number) => {
        budget.add(more)
        if (!claimed) unclaimed.add(more)
      }
      return {
        charge,
        spend: (more) => {
          charge(more)
          budget.check()
        },
        release: release,
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
const busy = () =>
  new Rejected('unavailable', 'Too many files are being uploaded at the moment, please try again', {
    retryAfter: 5,
  })
const tooManyAtOnce = () =>
  new Rejected(
    'too-many-requests',
    'Too many files are being uploaded from your network at once, please try again in a moment',
    { retryAfter: 5 },
  )
const tooMuch = (retryAfter: number) =>
  new Rejected(
    'too-many-requests',
    'Too many files came from your network within the last hour, please try again later',
    { retryAfter },
  )

/** What each client address has sent within its hour, counted in this process. */
const openBudgets = (now: Now, most: number) => {
  const budgetByClient = new Map<string, { ends: number; bytes: number }>()
  return {
    of: (address: string) => {
      const client = networkOf(address)
      const at = now().getTime()
      const existing = budgetByClient.get(client)
      const budget = existing && existing.ends > at ? existing : { ends: at + hour, bytes: 0 }
      budgetByClient.delete(client)
      budgetByClient.set(client, budget)
      const [oldest] = budgetByClient.keys()
      if (budgetByClient.size > maximumClients && oldest !== undefined)
        budgetByClient.delete(oldest)
      return {
        add: (bytes: number) => {
          budget.bytes += bytes
        },
        check: (limit = most) => {
          if (budget.bytes > limit)
            throw tooMuch(Math.max(1, Math.ceil((budget.ends - now().getTime()) / 1000)))
        },
      }
    },
  }
}

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

type Budget = ReturnType<ReturnType<typeof openBudgets>['of']>
