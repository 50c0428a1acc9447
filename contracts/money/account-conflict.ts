import { z } from 'zod'
import { givenText } from '../text.ts'

export const maxConflictDays = 100

/** One of two conflicting files, with the balance that it states or implies. */
const ConflictingFile = z.object({
  statementId: z.uuid(),
  /** Empty if unknown. */
  fileName: givenText,
  from: z.iso.date(),
  to: z.iso.date(),
  balanceKobo: z.int(),
})
export type ConflictingFile = z.infer<typeof ConflictingFile>

/**
 * Two files that contradict each other about a balance.
 * - `day`: they give different balances for the end of this day
 * - `next`: the first file ends on the day before, and the second begins on this day with another
 *   balance
 */
export const AccountConflict = z.object({
  day: z.iso.date(),
  kind: z.enum(['day', 'next']),
  first: ConflictingFile,
  second: ConflictingFile,
})
export type AccountConflict = z.infer<typeof AccountConflict>

/** The days on which an account's imported files contradict each other. */
export const AccountConflicts = z.object({
  /** Newest first. */
  conflicts: z.array(AccountConflict),
  /** The number of days with conflicts, even if `conflicts` has fewer. */
  conflictDays: z.int(),
})
export type AccountConflicts = z.infer<typeof AccountConflicts>
