import { z } from 'zod'
import { resultOf } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { Sealed } from '../envelope.ts'
import { defineEvent, eventCodec } from '../event-codec.ts'
import { givenText, pathIdentifier } from '../text.ts'

/** What a program read from a proof of payment; a field that it did not find is null. */
export const ProofReading = z.object({
  amountKobo: z.int().min(1).nullable(),
  /** The day on the proof, `YYYY-MM-DD`. */
  date: z.iso.date().nullable(),
  /** The account that was paid: 10 digits, with `*` for each digit that the bank hides. */
  recipientAccount: givenText.regex(/^[\d*]{10}$/).nullable(),
  sender: givenText.max(100).nullable(),
  reference: givenText.max(64).nullable(),
  /** The transfer's number in the interbank system: 30 digits. */
  sessionId: givenText.regex(/^\d{30}$/).nullable(),
})
export type ProofReading = z.infer<typeof ProofReading>

export const nothingRead: ProofReading = {
  amountKobo: null,
  date: null,
  recipientAccount: null,
  sender: null,
  reference: null,
  sessionId: null,
}

export const proofStream = (orderId: string) => `proof-${orderId}`

export const proofEvents = eventCodec('proof-{orderId}', [
  defineEvent(
    'ProofRead',
    'A program read one of the order’s proofs of payment. Its findings inform staff, but decide nothing.',
    z.object({
      orderId: givenText,
      key: givenText.describe('The file’s key, as in the order’s `files`.'),
      readerVersion: z.int().min(1),
      reading: Sealed.nullable().describe(
        '`ProofReading`, sealed under the order’s key; null if the file cannot be read.',
      ),
    }),
  ),
])
export type ProofRead = ReturnType<typeof proofEvents.decode>['event']

const ProofReadingState = z.enum(['read', 'unreadable', 'waiting'])

export const ReadProof = ProofReading.extend({
  key: givenText,
  /**
   * The file's name on the customer's device; empty if the file came with an answer to a question.
   */
  name: givenText,
  /** Null until the file has been read. */
  readerVersion: z.int().nullable(),
  state: ProofReadingState,
})
export type ReadProof = z.infer<typeof ReadProof>

export const ProofFlag = z.object({
  flag: z.enum(['amount', 'recipient', 'old', 'reference']),
  /** What staff read: one sentence without a period at the end. */
  text: givenText,
})
export type ProofFlag = z.infer<typeof ProofFlag>

export const OrderProofReading = z.object({
  files: z.array(ReadProof),
  flags: z.array(ProofFlag),
})
export type OrderProofReading = z.infer<typeof OrderProofReading>

export const proofReadingEndpoints = endpoints('Orders', {
  getProofReading: {
    method: 'GET',
    path: '/api/admin/orders/:orderId/proof-reading',
    access: { permission: 'orders.read' },
    summary: 'Get what was read from an order’s proofs, and how it differs from the order',
    params: z.object({ orderId: pathIdentifier }),
    response: { 200: resultOf(OrderProofReading) },
  },
})
