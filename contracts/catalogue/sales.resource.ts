import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { defineEvent, type EventsOf, eventCodec } from '../event-codec.ts'
import { ListQuery } from '../list.ts'
import { givenText, optionalLine, pathIdentifier } from '../text.ts'
import { archivableResource } from './archivable.resource.ts'
import { CreateSales, Sales, SalesAnswer, SalesMessage, UpdateSales } from './sales.ts'

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

/** Sales campaigns: when they run, and what they tell customers. */
export const sales = archivableResource({
  singular: 'sales campaign',
  plural: 'sales campaigns',
  name: 'sales',
  path: 'sales',
  noun: 'Sales',
  archivingName: 'SalesCampaign',
  listPath: 'sales',
  listName: 'Sales',
  id: 'salesId',
  events: salesEvents,
  row: Sales,
  query: ListQuery.extend({ salesname: optionalLine(200) }),
  create: CreateSales,
  update: UpdateSales,
  answer: SalesAnswer,
})

export const salesEndpoints = endpoints('Catalogue', {
  updateSalesMessage: {
    method: 'PUT',
    path: '/api/admin/sales/:salesId/message',
    access: { permission: 'catalogue.manage' },
    summary: 'Change the message that a sales campaign shows to customers',
    params: z.object({ salesId: pathIdentifier }),
    body: SalesMessage,
    response: { 200: CommandAnswer },
  },
})
