/** How many clients a budget remembers; it forgets the one that has been away longest. */
const remembered = 20_000

export type Budget = {
  add: (client: string, spent: number) => void
  /** Whether the client has spent its budget in its current period. */
  isSpent: (client: string) => boolean
}

/**
 * Counts what each client spends in this process. A client's period begins when it first spends
 * something. Spending counts immediately, even if the work is refused later.
 */
export const openBudget = (options: {
  /** How much a client may spend in `seconds`. */
  most: number
  seconds: number
  /** The current time in milliseconds, from any origin. */
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
 * How many milliseconds of CPU time a client's work may take per hour, whether the work is accepted
 * or refused. A client that takes more is slowed down; see `openPlaces`.
 */
export const openProcessorBudget = ({
  perHour = 60_000,
  now = () => performance.now(),
}: {
  perHour?: number | undefined
  now?: () => number
} = {}): Budget => openBudget({ most: perHour, seconds: 3_600, now })
