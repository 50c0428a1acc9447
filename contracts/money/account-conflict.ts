import { z } from 'zod'
import { givenText } from '../text.ts'

/** How many of the newest days with disagreeing files an answer lists. */
export const maxConflictDays = 100

/** One of two imported files that disagree, and the balance that it gives. */
const ConflictingFile = z.object({
  statementId: z.uuid(),
  /** Empty if it is not known. */
  fileName: givenText,
  /** The days that it speaks of. */
  from: z.iso.date(),
  to: z.iso.date(),
  balanceKobo: z.int(),
})
export type ConflictingFile = z.infer<typeof ConflictingFile>

/**
 * Two files that give different balances. `day`: at the end of this day. `next`: the first ends on the
 * day before, and the second begins on this one.
 */
export const AccountConflict = z.object({
  day: z.iso.date(),
  kind: z.enum(['day', 'next']),
  first: ConflictingFile,
  second: ConflictingFile,
})
export type AccountConflict = z.infer<typeof AccountConflict>

/** The days on which imported files of an account disagree. */
export const AccountConflicts = z.object({
  /** Newest first. */
  conflicts: z.array(AccountConflict),
  /** How many there are, named or not. */
  conflictDays: z.int(),
})
export type AccountConflicts = z.infer<typeof AccountConflicts>
