import { expect, test } from 'vitest'
import { OrderStatus, orderStatuses } from './status.ts'

const names = OrderStatus.options
const all = Object.values(orderStatuses)

test('every status has its own id and its own list', () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(names.length)
  expect(new Set(all.map(({ listPath }) => listPath)).size).toBe(names.length)
})

test('staff can change an order to every status except pending', () => {
  const reachable = new Set(all.flatMap(({ next }) => next))
  expect(names.filter((name) => !reachable.has(name))).toEqual(['pending'])
})

test('no status leads to itself', () => {
  expect(names.filter((name) => orderStatuses[name].next.includes(name))).toEqual([])
})

test('a status that customers see as a next step says what the shop will do', () => {
  const ahead = new Set(all.flatMap(({ ahead }) => ahead))
  expect([...ahead].filter((name) => !orderStatuses[name].toCome)).toEqual([])
})
