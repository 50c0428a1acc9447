import { z } from 'zod'
import { saysReturn } from './return-words.ts'

/** `returned`: a credit that gives money back, or a debit that takes it back, according to the bank. */
export const LineKind = z.enum(['money', 'returned'])
export type LineKind = z.infer<typeof LineKind>

/**
 * A line's kind, judged from the line alone. A debit's words are later compared with the credits
 * that they may refer to.
 */
export const lineKindOf = ({
  amountKobo,
  narration,
  isMarked = false,
}: {
  amountKobo: number
  narration: string
  /** Whether the bank marks it as a return by something other than words. */
  isMarked?: boolean
}): LineKind => (isMarked || (amountKobo > 0 && saysReturn(narration)) ? 'returned' : 'money')
