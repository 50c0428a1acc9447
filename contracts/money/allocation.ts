import { z } from 'zod'
import { givenText } from '../text.ts'

/** The part of a line that pays for an order, in kobo. */
export const Allocation = z.object({ orderId: givenText, amountKobo: z.int().positive() })
export type Allocation = z.infer<typeof Allocation>
