import { z } from 'zod'
import { CommandAnswer } from './answer.ts'

const enterNumber = 'Please enter the number of ids!'

/** `POST /api/generate-paymentconfirmation-orderid?num={n}`; commas are those of a typed number. */
export const GenerateOrderIds = z.object({
  num: z
    .string(enterNumber)
    .trim()
    .min(1, enterNumber)
    .transform((typed) => Number(typed.replaceAll(',', '')))
    .pipe(
      z
        .int('Please enter a whole number of ids')
        .min(1, 'Please enter at least 1')
        .max(1000, 'Please enter at most 1000'),
    ),
})
export const OrderIdsAnswer = CommandAnswer.extend({ result: z.array(z.string()) })
