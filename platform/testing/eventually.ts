import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import { expect } from 'vitest'
import { limit, usualWait } from './limits.ts'

/** A value, some fields of an object or of a list's objects, or a condition on the value. */
type Expected<T> =
  | T
  | (T extends readonly (infer E)[] ? readonly Partial<E>[] : Partial<T>)
  | ((value: T) => unknown)

/**
 * Makes an `eventually` with another limit. Both parameters are in milliseconds. When the limit is
 * reached, it is computed once more, because the machine may be busier now. `interval` is the
 * shortest pause between two reads; it is short because some states do not last. Because the
 * awaited work needs CPU time, too, a pause is longer, up to 200 ms, after a long read (twice as
 * long as the read) and in a long wait (a twentieth of the wait so far).
 */
export const eventuallyWithin = (limitNow: () => number, interval = 10) => {
  const poll = async <T>(
    read: () => T | Promise<T>,
    ...expected: [] | [Expected<NoInfer<T>>]
  ): Promise<T> => {
    const caller = { stack: '' }
    Error.captureStackTrace(caller, poll)
    const began = performance.now()
    const ends = new AbortController()
    let latest = new Error('It has not answered')
    const attempts = async (): Promise<T> => {
      for (;;) {
        const asked = performance.now()
        try {
          const value = await read()
          if (expected.length === 0) expect(value).toBeTruthy()
          else verify(value, expected[0])
          return value
        } catch (error) {
          const isOurs = error instanceof Error && !(error instanceof DOMException)
          latest = isOurs ? error : new Error(String(error))
        }
        const now = performance.now()
        const next = Math.max(
          interval,
          Math.min(200, Math.max(2 * (now - asked), (now - began) / 20)),
        )
        await pause(next, undefined, { signal: ends.signal })
      }
    }
    const end = async (): Promise<never> => {
      for (;;) {
        const left = limitNow() - (performance.now() - began)
        if (left <= 0) break
        await pause(left, undefined, { signal: ends.signal })
      }
      const seconds = Math.round(performance.now() - began) / 1_000
      latest.message = `${source(read)} within ${seconds} s: ${latest.message}`
      // Makes the report point to the test's line instead of this file.
      latest.stack = `${latest.name}: ${latest.message}${caller.stack}`
      throw latest
    }
    try {
      return await Promise.race([attempts(), end()])
    } finally {
      ends.abort()
    }
  }
  return poll
}

/**
 * Reads every 10 ms, or less often if a read takes long, until the value is as expected, and
 * returns it. Without an expected value, it must be truthy. Fails after half a minute, or longer on
 * a busy machine (`limits.ts`), and shows the last value or error.
 */
export const eventually = eventuallyWithin(() => limit(usualWait))

/**
 * Like `eventually`, but reads only every 2 seconds and waits four times as long: for a state that
 * takes much CPU time to read.
 */
export const eventuallySeldom = eventuallyWithin(() => limit(4 * usualWait), 2_000)

const verify = (value: unknown, expected: unknown): void => {
  if (typeof expected === 'function') {
    if (!expected(value))
      expect.fail(`${source(expected)} does not hold for ${inspect(value, { depth: 5 })}`)
  } else if (typeof expected === 'object' && expected !== null)
    expect(value).toMatchObject(expected)
  else expect(value).toBe(expected)
}

const source = (code: unknown): string => String(code).replaceAll(/\s+/g, ' ')
