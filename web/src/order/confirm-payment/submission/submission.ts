import type { CreateOrder, OrderCreatedAnswer } from '@strand/contracts/order/order-form'
import { busyFor, isApiError, isOutcomeUnknown } from '../../../shared/api/api-error.ts'
import type { KeyedOrder } from '../draft/draft.ts'

/**
 * The phases of sending an order. An answer with a status below 500 settles the outcome. After a
 * timeout, a lost connection or a server error, the shop may or may not have accepted the order.
 * After a timeout, the page sends the same order again before it asks the customer to do anything.
 * The idempotency key lets the shop recognize an order that it has already created.
 */
export type Phase = 'idle' | 'sending' | 'queued' | 'checking' | 'confirmed'

/**
 * Whether the shop examined an order or a file, and refused it. A busy shop (429) or a slow
 * connection (408) does not count as a refusal.
 */
export const isRefused = (error: unknown): boolean =>
  isApiError(error) && !isOutcomeUnknown(error) && ![408, 429].includes(error.status)

/** The pause before each retry, in milliseconds. */
const retryDelays = [1_000, 3_000, 8_000]
export const maxAttempts = retryDelays.length + 1

/**
 * Sends the order. Retries several times after a timeout, or while the shop is busy. If `resumed`
 * is true, also retries after any other unknown outcome, such as a lost connection.
 */
export const sendWithRetries = async ({
  submission,
  resumed,
  send,
  onChecking,
  onQueued,
  pause,
}: {
  submission: KeyedOrder
  resumed: boolean
  send: (payload: CreateOrder, key: string) => Promise<OrderCreatedAnswer>
  /** Called with the number of the next attempt if the shop may already have the order. */
  onChecking: (attempt: number) => void
  /** Called with the number of the next attempt if the shop was too busy to accept the order. */
  onQueued: (attempt: number) => void
  pause: (ms: number) => Promise<void>
}): Promise<OrderCreatedAnswer> => {
  let checking = resumed
  if (checking) onChecking(1)
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(submission.payload, submission.key)
    } catch (error) {
      const next = retryDelays[attempt - 1]
      const busy = busyFor(error)
      if (next === undefined || (busy === null && !isOutcomeUnknown(error))) throw error
      if (isApiError(error) && error.isTimeout) checking = true
      if (!checking && busy === null) throw error
      const retrying = checking ? onChecking : onQueued
      retrying(attempt + 1)
      await pause(busy === null ? next : busy * 1_000)
    }
  }
}
