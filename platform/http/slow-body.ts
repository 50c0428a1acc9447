import type { Readable } from 'node:stream'
import { isTimeoutError, withTimeout } from '@strand/event-sourcing/async/with-timeout'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Place } from '../fairness/places.ts'

type MinimumRate = {
  /** The minimum average rate in each window except the first, because connections start slowly. */
  bytesPerSecond: number
  windowSeconds: number
  /** How many seconds the whole body may take, however fast it arrives. */
  totalSeconds: number
}

export const tooSlow = () =>
  new Rejected('too-slow', 'The request came too slowly, please try again')

/** Converts the error of a stream whose sender has disconnected to a `Rejected`. */
export const requestAborted = (cause: unknown) =>
  cause instanceof Rejected
    ? cause
    : new Rejected('invalid', 'The request was interrupted, please try again', { cause })

/** Counts a body as it arrives, and can end it early. */
export type Arrival = Pick<Place, 'signal' | 'receive' | 'ended'>

/**
 * Yields the chunks of a body as long as its sender keeps up. Throws Rejected: `too-slow` (408)
 * below the rate or after the total time, `invalid` if the body breaks off, and the place's error
 * if the place must be released. Only time spent waiting for the sender counts, so a slow consumer
 * does not lower the rate.
 *
 * Does not destroy the stream when it throws: a request's stream is its socket, which must carry
 * the response.
 */
export async function* atMinimumRate(
  content: Readable,
  { bytesPerSecond, windowSeconds, totalSeconds }: MinimumRate,
  place: Arrival,
): AsyncGenerator<Buffer> {
  const chunks = content.iterator({ destroyOnReturn: false })
  const windowMs = windowSeconds * 1000
  const deadline = performance.now() + totalSeconds * 1000
  let isFirst = true
  let waited = 0
  let received = 0
  for (;;) {
    const next = unlessAborted(place.signal, orBrokenOff(chunks.next()))
    for (;;) {
      const asked = performance.now()
      const patience = Math.min(windowMs - waited, deadline - asked)
      const arrived = await orNull(next, Math.max(0, patience))
      const now = performance.now()
      waited += now - asked
      if (arrived?.done) return place.ended()
      received += arrived?.value.length ?? 0
      if (now >= deadline) throw tooSlow()
      if (waited >= windowMs) {
        if (!isFirst && received < bytesPerSecond * windowSeconds) throw tooSlow()
        isFirst = false
        waited = 0
        received = 0
      }
      if (!arrived) continue
      place.receive(arrived.value.length)
      yield arrived.value
      break
    }
  }
}

/**
 * Settles like the promise, or rejects with the signal's reason if the signal is aborted first.
 * Leaves nothing attached to the signal: `Promise.race` with one promise for the whole body would
 * keep every chunk in memory until the body ends.
 */
export const unlessAborted = <T>(signal: AbortSignal, promise: Promise<T>): Promise<T> => {
  const { promise: result, resolve, reject } = Promise.withResolvers<T>()
  const abort = () => reject(signal.reason)
  const settled = () => signal.removeEventListener('abort', abort)
  promise.then(resolve, reject).finally(settled)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  // The signal may be aborted when nobody awaits the result any more.
  result.catch(() => {})
  return result
}

const orBrokenOff = <T>(next: Promise<T>): Promise<T> => {
  const result = next.catch((cause: unknown) => {
    throw requestAborted(cause)
  })
  // Without this, work that fails after everybody stopped waiting would cause an unhandled
  // rejection.
  result.catch(() => {})
  return result
}

/** The promise's result, or null after `ms` milliseconds. */
const orNull = <T>(promise: Promise<T>, ms: number): Promise<T | null> =>
  withTimeout(ms, promise).catch((error: unknown) => {
    if (isTimeoutError(error)) return null
    throw error
  })
