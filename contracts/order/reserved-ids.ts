import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { givenText, requiredLine } from '../text.ts'

const enterNumber = 'Please enter the number of ids!'

/**
 * `POST /api/generate-paymentconfirmation-orderid?num={n}`; the number may have commas, as people
 * type it.
 */
export const GenerateOrderIds = z.object({
  num: requiredLine(enterNumber, 50)
    .transform((typed) => Number(typed.replaceAll(',', '')))
    .pipe(
      z
        .int('Please enter a whole number of ids')
        .min(1, 'Please enter at least 1')
        .max(1000, 'Please enter at most 1000'),
    ),
})
export const OrderIdsAnswer = CommandAnswer.extend({ result: z.array(givenText) })
