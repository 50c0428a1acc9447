import type { Endpoint } from '@strand/contracts/endpoint'
import { isApiError } from './api-error.ts'
import { call } from './client.ts'
import { commandKeys, onceKeyLifetime, shortHash } from './command-keys.ts'
import { type AnswerOf, type AnyCall, type CallOf, callUrl } from './endpoint-call.ts'

/** In milliseconds: the pause before a call is repeated because its answer was lost. */
const repeatAfter = 1_000

/**
 * Calls an endpoint that is marked `once`, because a call uses something up, such as a token. The
 * call has a key, which lets the server recognize a repetition. If the answer is lost, the call is
 * repeated once automatically, and again if the user presses the button again.
 */
export const callOnce = async <E extends Endpoint & { once: true }>(
  endpoint: E,
  options: CallOf<E>,
): Promise<AnswerOf<E>> => {
  const { body, headers, ...given }: AnyCall = options
  const text = shortHash(JSON.stringify(body) ?? '')
  const name = [endpoint.method, callUrl(endpoint, given), text].join(' ')
  const key = headers?.['idempotency-key'] ?? commandKeys.keyFor(name, onceKeyLifetime)
  const named = { ...options, headers: { ...headers, 'idempotency-key': key } }
  const attempt = async () => {
    try {
      const answer = await call(endpoint, named)
      commandKeys.settle(name)
      return answer
    } catch (error) {
      if (isApiError(error) && error.answered && error.status < 500) commandKeys.settle(name)
      throw error
    }
  }
  try {
    return await attempt()
  } catch (error) {
    if (!isApiError(error) || error.answered || options.signal?.aborted) throw error
  }
  await new Promise((resolve) => setTimeout(resolve, repeatAfter))
  return attempt()
}
