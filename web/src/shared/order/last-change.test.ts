import type { OrderAuditEvent } from '@strand/contracts/order/audit'
import { expect, test } from 'vitest'
import { lastChangeOf } from './last-change.tsx'

const event = (
  type: string,
  changes: Record<string, string>,
  kind: 'staff' | 'customer' = 'staff',
) =>
  ({
    position: '1',
    type,
    createdat: '2019-11-25T23:30:00.000Z',
    by: { kind, name: 'Tola Bello', role: '' },
    process: '',
    changes: Object.entries(changes).map(([field, to]) => ({ field, from: '', to })),
    undoable: false,
  }) satisfies OrderAuditEvent

const placed = event('OrderCreated', { status: 'pending' }, 'customer')

test('an archived order says who archived it, when in the shop’s time, and why', () => {
  const archived = event('OrderArchived', { status: 'archived', reason: 'No payment came' })
  const noted = event('OrderNoteAdded', { note: 'Called her' })
  expect(lastChangeOf([placed, archived, noted])).toBe(
    'Archived by Tola Bello, 26 Nov 2019: No payment came',
  )
})

test('a shipped order names its waybill, an undone one its previous status', () => {
  const shipped = event('OrderStatusChanged', { status: 'shipped', waybill: 'GIG-2026-1000' })
  expect(lastChangeOf([placed, shipped])).toBe('Shipped GIG-2026-1000 by Tola Bello, 26 Nov 2019')
  const undone = event('OrderChangeUndone', { status: 'confirmed' })
  expect(lastChangeOf([placed, shipped, undone])).toBe(
    'Back to confirmed by Tola Bello, 26 Nov 2019',
  )
})

test('an untouched order has no last change', () => {
  expect(lastChangeOf([placed])).toBeNull()
})
