/** Networks remembered at most, beside those whose turn is still to come. */
const remembered = 10_000

/**
 * Turns of networks that compete for the same places: round robin, by what each turn costs. This is
 * start-time fair queueing: each network has a time of its own, which its work advances, and the one
 * that is behind has the next turn. Nobody saves turns up while they ask for nothing.
 *
 * Of those that are equally far behind, every other turn is for the one that was served longest ago, so
 * that a newcomer waits for two turns and not for a whole round; the others are for the
 * one that waits longest.
 */
export const openTurns = () => {
  const finish = new Map<string, number>()
  /** The time of the network that was served last: nobody's is earlier. */
  let time = 0
  let isForLongest = false
  /** What a turn costs on average, until it is over and the cost is known. */
  let usual = 1

  const servedAt = (network: string) => finish.get(network) ?? Number.NEGATIVE_INFINITY
  const startOf = (network: string) => Math.max(servedAt(network), time)
  return {
    /** The next one of those that wait, longest first. */
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
        /** Call it once, with what the turn cost. */
        end: (cost: number) => {
          if (isOver) return
          isOver = true
          usual += (cost - usual) / 10
          finish.set(network, (finish.get(network) ?? start + expected) + cost - expected)
        },
      }
    },
    /** Nobody runs or waits: nobody has had more than others. */
    forget: () => {
      finish.clear()
      time = 0
    },
  }
}
