import { readAtMost } from '@strand/event-sourcing/async/read-at-most'
import type { CustomFetch } from 'openid-client'

/** The maximum size of an answer, in bytes. A provider's list of keys has a few thousand. */
const maxBytes = 500_000

/** A `fetch` that reads the whole answer, and throws a `TypeError` if it is too large. */
export const boundedFetch: CustomFetch = async (url, options) => {
  const { status, statusText, headers, body } = await fetch(url, options as RequestInit)
  const bytes = await readAtMost(body ?? [], maxBytes)
  if (!bytes) throw new TypeError('the answer is too large')
  return new Response(bytes.length > 0 ? bytes : null, { status, statusText, headers })
}
