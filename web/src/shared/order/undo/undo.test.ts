import { expect, test } from 'vitest'
import { stillUndoable, undoTime, withUndoable } from './undo.ts'

const change = (orders: Record<string, string>, until: number) => ({
  orders,
  until,
  title: 'Approved',
  isMailed: true,
})

test('a change can be undone for thirty seconds', () => {
  expect(undoTime).toBe(30_000)
  const all = [change({ A: '1' }, 1_000), change({ B: '2' }, 2_000)]
  expect(stillUndoable(all, 1_000)).toEqual([all[1]])
})

test("the offer to undo an order's later change replaces the earlier offer", () => {
  const all = withUndoable([change({ A: '1' }, 1), change({ B: '2' }, 2)], change({ A: '3' }, 3))
  expect(all.map(({ orders }) => orders)).toEqual([{ B: '2' }, { A: '3' }])
})

test('after a later change of one order, the other orders of a bulk change can still be undone', () => {
  const all = withUndoable([change({ A: '1', B: '2' }, 1)], change({ A: '3' }, 3))
  expect(all.map(({ orders }) => orders)).toEqual([{ B: '2' }, { A: '3' }])
})
