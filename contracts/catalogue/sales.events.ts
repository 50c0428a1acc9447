import { z } from 'zod'
import { defineEvent, type EventsOf, eventCodec } from '../event-codec.ts'
import { givenText } from '../text.ts'

const salesId = z.uuid()
const content = z.object({
  salesId,
  name: givenText,
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
})

export const salesEvents = eventCodec('sales-{salesId}', [
  defineEvent('SalesCreated', 'Staff added a sales campaign.', content),
  defineEvent('SalesUpdated', 'Staff changed the name or the period of a sales campaign.', content),
  defineEvent(
    'SalesMessageUpdated',
    'Staff changed the message that customers see during the campaign.',
    z.object({ salesId, message: givenText }),
  ),
  defineEvent('SalesArchived', 'Staff archived a sales campaign.', z.object({ salesId })),
  defineEvent('SalesRestored', 'Staff restored an archived sales campaign.', z.object({ salesId })),
])
export type SalesEvent = EventsOf<typeof salesEvents>
