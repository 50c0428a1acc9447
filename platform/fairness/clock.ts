/** Time that only goes forward, and a way to be called later. Tests hold one of their own. */
export type Clock = {
  /** Milliseconds. */
  now: () => number
  /** Returns a function that takes the call back. */
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
