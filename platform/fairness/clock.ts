/** A clock that only goes forward and can schedule calls. Tests use their own. */
export type Clock = {
  /** The current time in milliseconds, counted from any moment. */
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
