/** How many clients a budget remembers; the least recently seen is forgotten first. */
const remembered = 20_000

export type Budget = {
  add: (client: string, spent: number) => void
  /** Whether the client has spent its budget, until its time is over. */
  isSpent: (client: string) => boolean
}

/**
 * Tracks what each client has spent within its time, which starts with its first spending; counted
 * in this process. Spending counts as soon as it happens, even if the work is refused in the end.
 */
export const openBudget = (options: {
  /** How much a client may spend within `seconds`. */
  most: number
  seconds: number
  /** The current time in milliseconds, counted from any moment. */
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
 * How many milliseconds of CPU time a client's work may take per hour at full speed, whether it is
 * accepted or not. Beyond that it is slowed down; see `openPlaces`.
 */
export const openProcessorBudget = ({
  perHour = 60_000,
  now = () => performance.now(),
}: {
  perHour?: number | undefined
  now?: () => number
} = {}): Budget => openBudget({ most: perHour, seconds: 3_600, now })
