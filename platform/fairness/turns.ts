/** How many networks to remember besides those that wait for a turn. */
const remembered = 10_000

/**
 * The turns of networks that compete for places: a round robin, weighted by what each turn costs.
 * This is start-time fair queueing. Each network has a virtual time, which its work advances; the
 * network that is furthest behind gets the next turn. A network cannot save up turns by not asking
 * for any.
 *
 * Among networks that are equally far behind, turns alternate. One goes to the network that was
 * served longest ago, so that a newcomer waits for two turns rather than a whole round. The next
 * goes to the one that has waited longest.
 */
export const openTurns = () => {
  const finish = new Map<string, number>()
  /** The virtual time of the network that was served last; no network can be behind it. */
  let time = 0
  let isForLongest = false
  /** The average cost of a turn, used for turns that are not over yet. */
  let usual = 1

  const servedAt = (network: string) => finish.get(network) ?? Number.NEGATIVE_INFINITY
  const startOf = (network: string) => Math.max(servedAt(network), time)
  return {
    /**
     * Chooses the next of the waiting entries.
     *
     * @param waiting longest wait first
     */
    next: <Entry extends { network: string }>(waiting: Entry[]): Entry | undefined => {
      if (waiting.length === 0) return undefined
      const start = Math.min(...waiting.map(({ network }) => startOf(network)))
      const behind = waiting.filter(({ network }) => startOf(network) === start)
      isForLongest = !isForLongest
      return isForLongest
        ? behind[0]
        : behind.reduce((one, other) =>
            servedAt(other.network) < servedAt(one.network) ? other : one,
          )
    },
    begin: (network: string) => {
      const start = startOf(network)
      const expected = usual
      time = start
      if (finish.size > remembered)
        for (const [one, until] of finish) if (until <= time) finish.delete(one)
      finish.set(network, start + expected)
      let isOver = false
      return {
        /**
         * Ends the turn; call it once.
         *
         * @param cost what the turn cost
         */
        end: (cost: number) => {
          if (isOver) return
          isOver = true
          usual += (cost - usual) / 10
          finish.set(network, (finish.get(network) ?? start + expected) + cost - expected)
        },
      }
    },
    /**
     * Forgets all virtual times. Called when no claim runs or waits, so that no network keeps an
     * advantage.
     */
    forget: () => {
      finish.clear()
      time = 0
    },
  }
}
