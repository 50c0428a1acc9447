import { z } from 'zod'

/** What staff may ask about a pending order. */
export const questionKinds = {
  notfound: 'Payment not found',
  proof: 'Proof not readable',
  amount: 'Amount differs',
  other: 'Something else',
} as const

export const QuestionKind = z.enum(Object.keys(questionKinds) as (keyof typeof questionKinds)[])
export type QuestionKind = z.infer<typeof QuestionKind>

/** `closed`: the order was approved, archived or erased before an answer came; an erased one can be pending. */
export const QuestionState = z.enum(['open', 'answered', 'closed'])
export type QuestionState = z.infer<typeof QuestionState>

/** What strangers are told about a question: nothing once it is closed. */
export const ShownQuestionState = QuestionState.exclude(['closed'])
