import { z } from 'zod'
import { givenText } from '../text.ts'

/** How many days with conflicting files an answer lists, newest first. */
export const maxConflictDays = 100

/** One of two conflicting files, with the balance that it implies. */
const ConflictingFile = z.object({
  statementId: z.uuid(),
  /** Empty if unknown. */
  fileName: givenText,
  /** The days that it covers. */
  from: z.iso.date(),
  to: z.iso.date(),
  balanceKobo: z.int(),
})
export type ConflictingFile = z.infer<typeof ConflictingFile>

/**
 * Two files that imply different balances. `day`: at the end of this day. `next`: the first file
 * ends on the day before, and the second begins on this day with another balance.
 */
export const AccountConflict = z.object({
  day: z.iso.date(),
  kind: z.enum(['day', 'next']),
  first: ConflictingFile,
  second: ConflictingFile,
})
export type AccountConflict = z.infer<typeof AccountConflict>

/** The days on which an account's imported files conflict. */
export const AccountConflicts = z.object({
  /** Newest first. */
  conflicts: z.array(AccountConflict),
  /** How many conflicting days there are in all. */
  conflictDays: z.int(),
})
export type AccountConflicts = z.infer<typeof AccountConflicts>
