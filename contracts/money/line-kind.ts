import { z } from 'zod'

/** `returned`: a credit that gives money back, or a debit that takes it back, according to the bank. */
export const LineKind = z.enum(['money', 'returned'])
export type LineKind = z.infer<typeof LineKind>
