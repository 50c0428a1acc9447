import { expect, test } from 'vitest'
import { openTestShop } from '../testing/test-shop.ts'

const idOf = (number: number) => `7K3Q-ZM9X-${String(number).padStart(4, '0')}`

const minutesAfter = (start: string, minutes: number) => ({
  at: new Date(Date.parse(start) + minutes * 60_000).toISOString(),
})

test('S5.8: the usual time to confirmation covers four in five orders of the last 30 days', async () => {
  const shop = await openTestShop()
  let orders = 0
  const confirm = async (placed: string, minutes: number, times: number) => {
    for (let time = 0; time < times; time++) {
      const order = await shop.order(idOf(++orders))
      const stream = `order-${idOf(orders)}`
      await shop.append(stream, [order.created()], { at: placed })
      await shop.append(stream, [order.approved()], minutesAfter(placed, minutes))
    }
  }
  const answer = async () => {
    const { status, json } = await shop.get('/api/orders/confirmation-time')
    expect(status).toBe(200)
    return json()
  }
  await confirm('2026-01-10T08:00:00.000Z', 10, 30)
  await confirm('2026-03-01T08:00:00.000Z', 50, 15)
  await confirm('2026-03-09T08:00:00.000Z', 170, 4)
  expect(await answer(), '19 orders are too few').toEqual({ result: { withinMinutes: null } })
  await confirm('2026-03-09T23:30:00.000Z', 11, 1)
  expect(await answer()).toEqual({ result: { withinMinutes: 60 } })
  await confirm('2026-03-09T08:00:00.000Z', 170, 1)
  expect(await answer(), 'sixteen of 21 are not four in five').toEqual({
    result: { withinMinutes: 180 },
  })
  await confirm('2026-02-20T08:00:00.000Z', 12 * 24 * 60, 9)
  expect(await answer(), 'over a week is not said').toEqual({ result: { withinMinutes: null } })
})
