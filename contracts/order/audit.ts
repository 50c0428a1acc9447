import { z } from 'zod'
import { givenText } from '../text.ts'
import { isInSupportedYears, unsupportedYear } from '../years.ts'
import { OrderRow } from './staff.ts'

/** `GET /api/admin/orders/{orderId}/events?at=`: the order as it was at that time. */
export const OrderAuditQuery = z.object({
  at: z.iso
    .datetime({ offset: true, error: 'at must be a time like 2026-01-31T12:00:00Z' })
    .refine(isInSupportedYears, unsupportedYear)
    .optional(),
})

export const OrderAuditEvent = z.object({
  /** The event's position in the whole log; `POST .../undo` refers to it. */
  position: givenText,
  type: givenText,
  createdat: z.iso.datetime(),
  by: z.object({
    kind: z.enum(['customer', 'staff', 'system']),
    name: givenText,
    /** The current role of a member of staff; empty for a customer or the shop itself. */
    role: givenText,
  }),
  process: givenText,
  changes: z.array(z.object({ field: givenText, from: givenText, to: givenText })),
  /** Whether this is the last event, and a change that can be undone. */
  undoable: z.boolean(),
})
export type OrderAuditEvent = z.infer<typeof OrderAuditEvent>

export const OrderAudit = z.object({
  orderid: givenText,
  /** Oldest first. */
  events: z.array(OrderAuditEvent),
  order: OrderRow.omit({
    lastChange: true,
    flags: true,
    sameAs: true,
    takenBack: true,
    notes: true,
    note: true,
    assignee: true,
    proposal: true,
  }),
})
export type OrderAudit = z.infer<typeof OrderAudit>
