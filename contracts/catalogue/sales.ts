import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { parseLagosTime } from '../lagos-time.ts'
import { givenText, maxMessageLength, requiredText, thingName } from '../text.ts'
import { isInSupportedYears, unsupportedYear } from '../years.ts'

/** `GET /api/sales`: the campaigns that run now, latest start first. */
export const RunningSales = z.object({
  salesid: z.uuid(),
  salesname: givenText,
  salesMessage: givenText,
})
export type RunningSales = z.infer<typeof RunningSales>

/**
 * A row of the staff list; `orders` is the number of orders that were placed during the campaign.
 */
export const Sales = z.object({
  salesid: z.uuid(),
  salesname: givenText,
  salesstatus: z.enum(['active', 'archived']),
  orders: z.int(),
  createdat: z.iso.datetime(),
  startDate: z.iso.datetime(),
  endDate: z.iso.datetime(),
  salesMessage: givenText,
})
export type Sales = z.infer<typeof Sales>

/** `YYYY-MM-DD HH:mm:ss`, in Africa/Lagos. */
const lagosTime = (message: string) =>
  z
    .string(message)
    .refine((written) => parseLagosTime(written) !== null, message)
    .refine(isInSupportedYears, unsupportedYear)

const form = {
  sales: thingName('Please enter sales name!'),
  startDate: lagosTime('Please enter sales start date!'),
  endDate: lagosTime('Please enter sales end date!'),
}
const endsAfterStart = (sales: { startDate: string; endDate: string }) =>
  sales.startDate < sales.endDate
export const endsTooEarly = 'The sales must end after they start'
const atTheEnd = { path: ['endDate'], message: endsTooEarly }

export const CreateSales = z.object(form).refine(endsAfterStart, atTheEnd)
/** `sale` is the campaign's name. */
export const SalesAnswer = CommandAnswer.extend({ salesid: z.uuid(), sale: givenText })

export const UpdateSales = z.object({ ...form, salesid: z.uuid() }).refine(endsAfterStart, atTheEnd)

export const SalesMessage = z.object({
  salesMessage: requiredText('Please type sales message!', maxMessageLength),
})
