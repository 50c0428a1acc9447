import { z } from 'zod'
import { givenText, identifier, maxMessageLength, optionalText, requiredText } from '../text.ts'
import { maxFiles } from '../uploads.ts'
import { QuestionKind, QuestionState } from './question-kind.ts'

export const OrderQuestion = z.object({
  kind: QuestionKind,
  state: QuestionState,
  text: givenText,
  askedat: z.iso.datetime(),
  /** The customer's words; empty until there is an answer, or if the answer is only proofs. */
  answer: givenText,
  proofs: z.int(),
})
export type OrderQuestion = z.infer<typeof OrderQuestion>

/** `POST /api/admin/orders/{orderId}/question`. */
export const AskQuestion = z.object({
  kind: QuestionKind,
  text: requiredText('Please type your question!', maxMessageLength),
})
export type AskQuestion = z.infer<typeof AskQuestion>

export const enterDigitsText = 'Please enter the last four digits of your phone number!'

export const QuestionDigits = z.object({
  digits: identifier(4).regex(/^\d{4}$/, enterDigitsText),
})

/**
 * Proof that the caller is the order's customer: the token from the email, or the last four digits
 * of the phone number.
 */
const ofCustomer = {
  token: identifier(100).default(''),
  digits: identifier(4)
    .regex(/^(\d{4})?$/, enterDigitsText)
    .default(''),
}

/** `POST /api/orders/{orderId}/question`. */
export const ReadQuestion = z.object(ofCustomer)
export type ReadQuestion = z.infer<typeof ReadQuestion>

/** The open question, and a token with which to answer it. */
export const AskedQuestion = z.object({
  kind: QuestionKind,
  text: givenText,
  askedAt: z.iso.datetime(),
  /** How many more files the order can have. */
  filesLeft: z.int(),
  token: givenText,
})
export type AskedQuestion = z.infer<typeof AskedQuestion>

export const answerOrProofText = 'Please type an answer or upload a proof of payment'

/** `POST /api/orders/{orderId}/answer`: words, uploads or both. */
export const AnswerQuestion = z.object({
  text: optionalText(maxMessageLength),
  fileUids: z.array(identifier(100)).max(maxFiles, `At most ${maxFiles} files, please`).default([]),
  ...ofCustomer,
})
export type AnswerQuestion = z.infer<typeof AnswerQuestion>
