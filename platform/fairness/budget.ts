/** Clients remembered by a budget; the one unseen for longest is forgotten first. */
const remembered = 20_000

export type Budget = {
  add: (client: string, spent: number) => void
  /** Whether the client has spent more than it may, until its time ends. */
  isSpent: (client: string) => boolean
}

/**
 * What each client has spent within its time, which begins with the first of it; counted in this
 * process. Spending is counted when it is done, so work that was refused in the end counts as well.
 */
export const openBudget = (options: {
  /** What a client may spend within `seconds`. */
  most: number
  seconds: number
  /** Milliseconds, of any origin. */
  now: () => number
}): Budget => {
  const { most, seconds, now } = options
  const spentBy = new Map<string, { ends: number; spent: number }>()

  const entryOf = (client: string) => {
    const known = spentBy.get(client)
    const entry = known && known.ends > now() ? known : { ends: now() + seconds * 1000, spent: 0 }
    spentBy.delete(client)
    spentBy.set(client, entry)
    const [oldest] = spentBy.keys()
    if (spentBy.size > remembered && oldest !== undefined) spentBy.delete(oldest)
    return entry
  }
  return {
    add: (client, spent) => {
      entryOf(client).spent += spent
    },
    isSpent: (client) => entryOf(client).spent > most,
  }
}

/**
 * Milliseconds of processor time that the work of one client may take within an hour at full speed, whether it is
 * accepted or not; then its work is slowed, see `openPlaces`.
 */
export const openProcessorBudget = ({
  perHour = 60_000,
  now = () => performance.now(),
}: {
  perHour?: number | undefined
  now?: () => number
} = {}): Budget => openBudget({ most: perHour, seconds: 3_600, now })
