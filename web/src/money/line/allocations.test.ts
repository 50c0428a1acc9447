import { expect, test } from 'vitest'
import { allocationFor, chosenAllocations, sumOf } from './allocations.ts'

const order = (orderid: string, total: number) => ({ orderid, fullname: 'Ada Obi', total })

test('an order gets its total, or what is left of the line', () => {
  expect(allocationFor(order('A', 85_500), 10_000_000).typed).toBe('85,500')
  expect(allocationFor(order('A', 85_500), 1_000_050).typed).toBe('10,000.50')
  expect(allocationFor(order('A', 85_500), 0).typed).toBe('')
})

test('orders together get at most what the line has', () => {
  const chosen = [allocationFor(order('A', 100), 15_000), allocationFor(order('B', 100), 5_000)]
  expect(sumOf(chosen)).toBe(15_000)
  expect(chosenAllocations(15_000).parse({ orders: chosen }).orders).toEqual([
    { orderId: 'A', amountKobo: 10_000 },
    { orderId: 'B', amountKobo: 5_000 },
  ])
  const refused = chosenAllocations(14_999).safeParse({ orders: chosen })
  expect(refused.error?.issues[0]?.message).toBe('The line has ₦149.99 left')
  expect(chosenAllocations(1).safeParse({ orders: [] }).success).toBe(false)
})
