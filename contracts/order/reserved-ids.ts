import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { givenText, requiredLine } from '../text.ts'

const enterNumber = 'Please enter the number of ids!'

/** The maximum number of ids that one call reserves or lists. */
export const maxIds = 1000

/**
 * `POST /api/generate-paymentconfirmation-orderid?num={n}`. The number may have commas, as people
 * type it.
 */
export const GenerateOrderIds = z.object({
  num: requiredLine(enterNumber, 50)
    .transform((typed) => Number(typed.replaceAll(',', '')))
    .pipe(
      z
        .int('Please enter a whole number of ids')
        .min(1, 'Please enter at least 1')
        .max(maxIds, 'Please enter at most 1000'),
    ),
})
/** Reserved ids without an order: their number, and the oldest ones, which new orders get first. */
export const UnusedOrderIds = z.object({
  total: z.int(),
  ids: z.array(givenText).max(maxIds),
})
export type UnusedOrderIds = z.infer<typeof UnusedOrderIds>

export const OrderIdsAnswer = CommandAnswer.extend({ result: z.array(givenText) })
