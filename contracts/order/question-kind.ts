import { z } from 'zod'

export const questionKinds = {
  notfound: 'Payment not found',
  proof: 'Proof not readable',
  amount: 'Amount differs',
  other: 'Something else',
} as const

export const QuestionKind = z.enum(Object.keys(questionKinds) as (keyof typeof questionKinds)[])
export type QuestionKind = z.infer<typeof QuestionKind>

/**
 * `closed`: the order was approved, archived or erased before an answer came. An erased order may
 * still be pending.
 */
export const QuestionState = z.enum(['open', 'answered', 'closed'])
export type QuestionState = z.infer<typeof QuestionState>

/** The states that customers see: a closed question is hidden. */
export const ShownQuestionState = QuestionState.exclude(['closed'])
