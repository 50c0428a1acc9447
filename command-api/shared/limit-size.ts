import type { Readable } from 'node:stream'
import { maximumFileSize } from '@strand/contracts/uploads'
import { atMinimumRate } from '@strand/platform/http/slow-body'

/** Even a phone on a bad connection sends faster; a slower client would only block a slot. */
const minimumRate = { bytesPerSecond: 1000, windowSeconds: 30, totalSeconds: 270 }

/** The stream's chunks; throws `tooLarge` as soon as they exceed 20 MB. */
export async function* limitSize(
  content: Readable,
  tooLarge: () => Error,
  spend: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of atMinimumRate(content, minimumRate)) {
    size += chunk.length
    if (size > maximumFileSize) throw tooLarge()
    spend(chunk.length)
    yield chunk
  }
}
