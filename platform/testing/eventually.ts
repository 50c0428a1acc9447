import { inspect } from 'node:util'
import { expect, vi } from 'vitest'

/** A value, of an object or of a list's objects the fields that matter, or a condition on it. */
type Expected<T> =
  | T
  | (T extends readonly (infer E)[] ? readonly Partial<E>[] : Partial<T>)
  | ((value: T) => unknown)

/** `eventually` with another deadline, and another interval between two reads, in milliseconds. */
export const eventuallyWithin = (deadline: number, interval = 10) => {
  const poll = async <T>(
    read: () => T | Promise<T>,
    ...expected: [] | [Expected<NoInfer<T>>]
  ): Promise<T> => {
    const caller = { stack: '' }
    Error.captureStackTrace(caller, poll)
    const attempt = async () => {
      const value = await read()
      if (expected.length === 0) expect(value).toBeTruthy()
      else verify(value, expected[0])
      return value
    }
    const message = `${source(read)} within ${deadline / 1_000} s`
    try {
      return await vi.waitFor(attempt, { timeout: deadline, interval, message })
    } catch (error) {
      // The report then points at the test's line, not at this file.
      if (error instanceof Error) error.stack = `${error.name}: ${error.message}${caller.stack}`
      throw error
    }
  }
  return poll
}

/**
 * Reads every 10 ms until the value is as expected, and returns it. Without anything expected, the
 * value has to be truthy. After 60 s, half of a test's own timeout (`vitest.config.ts`), it fails
 * and shows what it read last: the value, or the error.
 */
export const eventually = eventuallyWithin(60_000)

const verify = (value: unknown, expected: unknown): void => {
  if (typeof expected === 'function') {
    if (!expected(value))
      expect.fail(`${source(expected)} does not hold for ${inspect(value, { depth: 5 })}`)
  } else if (typeof expected === 'object' && expected !== null)
    expect(value).toMatchObject(expected)
  else expect(value).toBe(expected)
}

const source = (code: unknown): string => String(code).replaceAll(/\s+/g, ' ')
