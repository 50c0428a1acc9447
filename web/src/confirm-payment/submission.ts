import type { CreateOrder, OrderCreatedAnswer } from '@strand/contracts/order'
import { isApiError } from '../shared/api-error.ts'
import type { Submission } from './draft.ts'

/**
 * How sending an order goes. An answer is a clear outcome; a timeout, a lost connection and a server
 * that is away leave it unknown whether the order was taken. After a timeout the very same order is
 * sent again under its key, which makes it or finds it, before the customer is asked to do anything.
 */
export type Phase = 'idle' | 'sending' | 'checking' | 'confirmed'

/** Whether the order may have been taken although nobody said so. */
export const outcomeIsUnknown = (error: unknown): boolean =>
  !isApiError(error) || !error.answered || error.status >= 500

/** Whether the shop looked at the order and said no; busy, or too slow a line, says nothing of it. */
export const isRefused = (error: unknown): boolean =>
  isApiError(error) && !outcomeIsUnknown(error) && ![408, 429].includes(error.status)

/** Milliseconds before each further try. */
const pauses = [1_000, 3_000, 8_000]

/** Sends the order; after a timeout, or when `resumed`, goes on asking for a while. */
export const settle = async ({
  submission,
  resumed,
  send,
  onChecking,
  pause,
}: {
  submission: Submission
  resumed: boolean
  send: (payload: CreateOrder, key: string) => Promise<OrderCreatedAnswer>
  onChecking: () => void
  pause: (ms: number) => Promise<void>
}): Promise<OrderCreatedAnswer> => {
  let checking = resumed
  if (checking) onChecking()
  for (let attempt = 0; ; attempt++) {
    try {
      return await send(submission.payload, submission.key)
    } catch (error) {
      if (!outcomeIsUnknown(error)) throw error
      if (isApiError(error) && error.timeout && !checking) {
        checking = true
        onChecking()
      }
      const next = pauses[attempt]
      if (!checking || next === undefined) throw error
      await pause(next)
    }
  }
}
