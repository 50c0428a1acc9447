import { Rejected } from '@strand/event-sourcing/errors'

/** Clients remembered by a budget; the one unseen for longest is forgotten first. */
const remembered = 20_000

export type Budget = {
  add: (client: string, spent: number) => void
  /**
   * Throws 429, with the seconds until the client's time ends, once the client has spent it all.
   *
   * @param most a limit below the budget's own
   */
  check: (client: string, most?: number) => void
}

/**
 * What each client has spent within its time, which begins with the first of it; counted in this
 * process. Spending is counted when it is done, so what was refused in the end counts as well.
 */
export const openBudget = (options: {
  /** What a client may spend within `seconds`. */
  most: number
  seconds: number
  /** Milliseconds, of any origin. */
  now: () => number
  /** What the refusal says. */
  text: string
}): Budget => {
  const { most, seconds, now, text } = options
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
    check: (client, limit = most) => {
      const { ends, spent } = entryOf(client)
      if (spent <= limit) return
      const retryAfter = Math.max(1, Math.ceil((ends - now()) / 1000))
      throw new Rejected('too-many-requests', text, { retryAfter })
    },
  }
}
