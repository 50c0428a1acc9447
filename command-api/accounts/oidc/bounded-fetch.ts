import type { CustomFetch } from 'openid-client'

/** The most bytes of an answer: a provider's keys are a few thousand. */
const maximumBytes = 500_000

/** `fetch` that reads the whole answer, and throws a `TypeError` for one that is too large. */
export const boundedFetch: CustomFetch = async (url, options) => {
  const { status, statusText, headers, body } = await fetch(url, options as RequestInit)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > maximumBytes) throw new TypeError('the answer is too large')
    chunks.push(chunk)
  }
  return new Response(size > 0 ? Buffer.concat(chunks) : null, { status, statusText, headers })
}
