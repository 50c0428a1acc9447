import type { Clock } from '../fairness/clock.ts'

/** A clock on which time passes only when the test says so. */
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
  /** Lets this many milliseconds pass, and runs every call that becomes due. */
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
  const sleep = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
  /**
   * Waits for a promise that may also need a database or a connection. Until the promise settles,
   * time jumps from one scheduled call to the next, however long the other work really takes.
   */
  const until = async <T>(promise: Promise<T>): Promise<T> => {
    let isSettled = false
    const settle = () => {
      isSettled = true
    }
    promise.then(settle, settle)
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 1))
      if (isSettled) break
      const [next] = timers.toSorted((one, other) => one.at - other.at)
      if (next) await pass(next.at - now)
    }
    return promise
  }
  return { clock, pass, sleep, until }
}

/** Resolves when everything has happened that does not wait for time. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
