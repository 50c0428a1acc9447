import { z } from 'zod'
import { saysReturn } from './return-words.ts'

/** `returned`: a credit that gives money back, or a debit that takes it back, as the bank says. */
export const LineKind = z.enum(['money', 'returned'])
export type LineKind = z.infer<typeof LineKind>

/** What a line is by itself. The words of a debit are weighed with the credits that it may be about. */
export const lineKindOf = ({
  amountKobo,
  narration,
  isMarked = false,
}: {
  amountKobo: number
  narration: string
  /** The bank marks it, besides its words. */
  isMarked?: boolean
}): LineKind => (isMarked || (amountKobo > 0 && saysReturn(narration)) ? 'returned' : 'money')
