/** A clock that never goes back and can schedule calls. Tests use one of their own. */
export type Clock = {
  /** The current time in milliseconds, from any origin. */
  now: () => number
  /** Schedules a call; the returned function cancels it. */
  after: (ms: number, call: () => void) => () => void
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
