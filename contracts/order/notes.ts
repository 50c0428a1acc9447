import { z } from 'zod'
import { CommandAnswer, resultOf } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { Sealed } from '../envelope.ts'
import { defineEvent } from '../event-codec.ts'
import { givenText, identifier, pathIdentifier, requiredText } from '../text.ts'

export const orderNoteAdded = defineEvent(
  'OrderNoteAdded',
  'A member of staff left a note for colleagues. No customer ever sees it.',
  z.object({
    orderId: givenText,
    note: Sealed,
    mentions: z.array(z.uuid()).describe('The colleagues whom the note mentions.'),
  }),
)

/**
 * A mention older than `unreadDays` counts as read. The list of a person's unread mentions has at
 * most `maxUnread` rows.
 */
export const unreadDays = 30
export const maxUnread = 100

/** `POST /api/admin/orders/{orderId}/notes`. */
export const AddNote = z.object({
  text: requiredText('Please type your note!', 1000),
  mentions: z.array(identifier()).max(20, 'At most 20 colleagues, please').default([]),
})

export const UnreadMention = z.object({
  orderid: givenText,
  createdat: z.iso.datetime(),
  name: givenText,
})
export type UnreadMention = z.infer<typeof UnreadMention>

export const Colleague = z.object({ userid: givenText, name: givenText })
export type Colleague = z.infer<typeof Colleague>
export const maxColleagues = 200

const read = { permission: 'orders.read' } as const
const manage = { permission: 'orders.manage' } as const
const params = z.object({ orderId: pathIdentifier })

export const noteEndpoints = endpoints('Orders', {
  addNote: {
    method: 'POST',
    path: '/api/admin/orders/:orderId/notes',
    access: manage,
    summary: 'Leave a note on an order for colleagues',
    params,
    body: AddNote,
    response: { 201: CommandAnswer },
  },
  listColleagues: {
    method: 'GET',
    path: '/api/admin/colleagues',
    access: manage,
    summary: 'List the names of active staff',
    response: { 200: resultOf(z.array(Colleague)) },
  },
  listMentions: {
    method: 'GET',
    path: '/api/admin/mentions',
    access: read,
    summary: 'List the unread notes that mention the caller, newest first',
    response: { 200: resultOf(z.array(UnreadMention)) },
  },
  markMentionsRead: {
    method: 'DELETE',
    path: '/api/admin/mentions/:orderId',
    access: read,
    summary: 'Mark the notes on an order as read by the caller',
    params,
    response: { 200: CommandAnswer },
  },
})
