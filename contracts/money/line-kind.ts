import { z } from 'zod'

/** `returned`: the bank says that a credit gives money back, or that a debit takes money back. */
export const LineKind = z.enum(['money', 'returned'])
export type LineKind = z.infer<typeof LineKind>
