import { z } from 'zod'
import { givenText } from './text.ts'

const locationId = z.uuid()
/** `address` is a fixed pick-up address; empty means that the customer gives one. */
const content = z.object({
  locationId,
  name: givenText,
  price: z.int(),
  address: givenText,
})

export const LocationEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('LocationCreated'), data: content }),
  z.object({ type: z.literal('LocationUpdated'), data: content }),
  z.object({ type: z.literal('LocationArchived'), data: z.object({ locationId }) }),
  z.object({ type: z.literal('LocationRestored'), data: z.object({ locationId }) }),
])
export type LocationEvent = z.infer<typeof LocationEvent>
