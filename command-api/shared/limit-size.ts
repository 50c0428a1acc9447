import type { Readable } from 'node:stream'
import { maxFileSize } from '@strand/contracts/uploads'
import { type Arrival, atMinimumRate } from '@strand/platform/http/slow-body'

/**
 * Slower uploads are aborted, because they would only take up a place. Even a phone on a bad
 * connection is faster.
 */
const minimumRate = { bytesPerSecond: 1000, windowSeconds: 30, totalSeconds: 270 }

/** Passes the chunks on; throws `tooLarge` as soon as they exceed 20 MB. */
export async function* limitSize(
  content: Readable,
  tooLarge: () => Error,
  { signal, receive, ended }: Arrival,
): AsyncGenerator<Buffer> {
  let size = 0
  const counted = {
    signal,
    ended,
    receive: (bytes: number) => {
      size += bytes
      if (size > maxFileSize) throw tooLarge()
      receive(bytes)
    },
  }
  yield* atMinimumRate(content, minimumRate, counted)
}
