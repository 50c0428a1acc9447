import type { CreateOrder, OrderCreatedAnswer } from '@strand/contracts/order/order-form'
import { busyFor, isApiError, isOutcomeUnknown } from '../../../shared/api/api-error.ts'
import type { KeyedOrder } from '../draft/draft.ts'

/**
 * The phases of sending an order. Any answer is a clear outcome. After a timeout, a lost connection or an
 * unavailable server, it is unknown whether the order was accepted. After a timeout the very same order is
 * sent again with its idempotency key, which creates it or finds it, before the customer is asked to do
 * anything.
 */
export type Phase = 'idle' | 'sending' | 'queued' | 'checking' | 'confirmed'

/**
 * Whether the shop checked what was sent, an order or a file, and refused it. A busy shop or a slow
 * connection says nothing about it.
 */
export const isRefused = (error: unknown): boolean =>
  isApiError(error) && !isOutcomeUnknown(error) && ![408, 429].includes(error.status)

/** How many milliseconds to wait before each retry. */
const retryDelays = [1_000, 3_000, 8_000]
export const maxAttempts = retryDelays.length + 1

/** Sends the order. After a timeout, when `resumed`, or at a busy shop, it keeps retrying for a while. */
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
  /**
   * Called with the number of the next attempt, while it is unknown whether the shop has taken the
   * order.
   */
  onChecking: (attempt: number) => void
  /**
   * Called with the number of the next attempt, while the shop is busy and has not taken the order.
   */
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
