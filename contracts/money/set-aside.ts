import { z } from 'zod'

/**
 * Why a line is not an order's money: the money was sent back, is the owner's own, or something
 * else.
 */
export const SetAsideKind = z.enum(['refund', 'own', 'other'])
export type SetAsideKind = z.infer<typeof SetAsideKind>
