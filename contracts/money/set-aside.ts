import { z } from 'zod'

/**
 * Why a line is not an order's money: money sent back, the owner's own money, or something else.
 */
export const SetAsideKind = z.enum(['refund', 'own', 'other'])
export type SetAsideKind = z.infer<typeof SetAsideKind>
