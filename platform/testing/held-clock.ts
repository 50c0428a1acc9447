import type { Clock } from '../fairness/clock.ts'

/** A clock that a test holds: time goes on when the test says so. */
export const heldClock = () => {
  let now = 0
  let timers: { at: number; call: () => void }[] = []
  const clock: Clock = {
    now: () => now,
    after: (ms, call) => {
      const timer = { at: now + ms, call }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
  }
  /** Lets that many milliseconds pass, with every call that is due within them. */
  const pass = async (ms: number): Promise<void> => {
    const until = now + ms
    for (;;) {
      await settled()
      const [next] = timers
        .filter(({ at }) => at <= until)
        .toSorted((one, other) => one.at - other.at)
      if (!next) break
      timers = timers.filter((one) => one !== next)
      now = Math.max(now, next.at)
      next.call()
    }
    now = until
    await settled()
  }
  /** Resolves after that many milliseconds of this clock. */
  const sleep = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
  return { clock, pass, sleep }
}

/** Everything that waits for no time has happened. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
