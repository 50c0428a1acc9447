import { z } from 'zod'
import { Sealed } from '../envelope.ts'
import { defineEvent } from '../event-codec.ts'
import { givenText } from '../text.ts'
import { ProofFile } from './proof-file.ts'
import { QuestionKind } from './question-kind.ts'

const orderId = givenText

/**
 * Events in an order's stream. An approval or an archiving closes a question without an event of
 * its own.
 */
export const questionEvents = [
  defineEvent(
    'OrderQuestionAsked',
    'Staff asked the customer about a pending order. This replaces an earlier open question.',
    z.object({ orderId, kind: QuestionKind, text: Sealed }),
  ),
  defineEvent(
    'OrderProofAdded',
    'The customer added proofs of payment while a question was open.',
    z.object({ orderId, files: z.array(ProofFile) }),
  ),
  defineEvent(
    'OrderQuestionAnswered',
    'The customer answered the open question, in words, with proofs or with both.',
    z.object({ orderId, text: Sealed.nullable() }),
  ),
] as const
