import { createHmac, createSecretKey, randomUUID } from 'node:crypto'
import { orderIdFromBytes } from '@strand/contracts/order/id'
import { randomOrderId } from '../ids.ts'

/** One filled-in form, which becomes one order however often it is sent. */
export type Submission = {
  /** The ids of the order's events are derived from this. */
  commandId: string
  /** The order's id unless it gets a reserved one. */
  defaultId: string
  /** Whether the client gave an idempotency key, so that it may retry. */
  isIdempotent: boolean
  /** Identifies this submission as the holder of a reserved id in the table. */
  takenBy: string
}

/**
 * With an idempotency key, everything derives from the key and the server's secret. So the same key
 * finds the same stream without a table, and nobody can compute an order's id from a key. Without
 * one, everything is random.
 */
export const submissionOf = (tokenSecret: Buffer, key: string | null): Submission => {
  if (key === null) {
    const commandId = randomUUID()
    return { commandId, defaultId: randomOrderId(), isIdempotent: false, takenBy: commandId }
  }
  const derived = (purpose: string) =>
    createHmac('sha256', createSecretKey(tokenSecret)).update(`${purpose}:${key}`).digest()
  const commandId = derived('create-order').toString('base64url')
  const defaultId = orderIdFromBytes(derived('order'))
  return { commandId, defaultId, isIdempotent: true, takenBy: commandId }
}
