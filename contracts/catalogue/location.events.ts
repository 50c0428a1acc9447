import { z } from 'zod'
import { defineEvent, type EventsOf, eventCodec } from '../event-codec.ts'
import { givenText } from '../text.ts'

const locationId = z.uuid()
const content = z.object({
  locationId,
  name: givenText,
  price: z.int().describe('Of the delivery, in whole naira.'),
  address: givenText.describe('A fixed pick-up address; empty means that the customer gives one.'),
})

export const locationEvents = eventCodec('location-{locationId}', [
  defineEvent('LocationCreated', 'Staff added a delivery location.', content),
  defineEvent(
    'LocationUpdated',
    'Staff changed the name, the price or the address of a delivery location.',
    content,
  ),
  defineEvent(
    'LocationArchived',
    'Staff archived a delivery location: no order goes there any more.',
    z.object({ locationId }),
  ),
  defineEvent(
    'LocationRestored',
    'Staff restored an archived delivery location.',
    z.object({ locationId }),
  ),
])
export type LocationEvent = EventsOf<typeof locationEvents>
