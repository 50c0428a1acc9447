import { z } from 'zod'
import { givenText } from './text.ts'

const salesId = z.uuid()
const content = z.object({
  salesId,
  name: givenText,
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
})

export const SalesEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('SalesCreated'), data: content }),
  z.object({ type: z.literal('SalesUpdated'), data: content }),
  z.object({
    type: z.literal('SalesMessageUpdated'),
    data: z.object({ salesId, message: givenText }),
  }),
  z.object({ type: z.literal('SalesArchived'), data: z.object({ salesId }) }),
  z.object({ type: z.literal('SalesRestored'), data: z.object({ salesId }) }),
])
export type SalesEvent = z.infer<typeof SalesEvent>
