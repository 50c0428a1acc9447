import { z } from 'zod'
import { defineEvent, type EventsOf, eventCodec } from '../event-codec.ts'
import { ListQuery } from '../list.ts'
import { givenText, optionalLine } from '../text.ts'
import { archivableResource } from './archivable.resource.ts'
import { CreateLocation, Location, LocationAnswer, UpdateLocation } from './location.ts'

const locationId = z.uuid()
const content = z.object({
  locationId,
  name: givenText,
  price: z.int().describe('The price of the delivery, in whole naira.'),
  address: givenText.describe(
    'A fixed pick-up address; empty means that the customer gives an address.',
  ),
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
    'Staff archived a delivery location, so customers can no longer choose it.',
    z.object({ locationId }),
  ),
  defineEvent(
    'LocationRestored',
    'Staff restored an archived delivery location.',
    z.object({ locationId }),
  ),
])
export type LocationEvent = EventsOf<typeof locationEvents>

const filter = optionalLine(200)

export const location = archivableResource({
  singular: 'delivery location',
  plural: 'delivery locations',
  name: 'location',
  path: 'delivery-location',
  noun: 'Location',
  listPath: 'delivery-location',
  listName: 'Locations',
  id: 'locationId',
  events: locationEvents,
  row: Location,
  query: ListQuery.extend({ locationname: filter, deliveryaddress: filter, createdby: filter }),
  create: CreateLocation,
  update: UpdateLocation,
  answer: LocationAnswer,
})
