import { seededRandom } from '@strand/all-in-one/demo/people'
import { openApiSession, seedCatalogue } from '@strand/all-in-one/demo/seed'
import { seedOrders } from '@strand/all-in-one/demo/seed-orders'
import type { OrderRow } from '@strand/contracts/order/staff'
import { eventually } from '@strand/platform/testing/eventually'
import { afterAll, expect, test } from 'vitest'
import { owner, startTestShop } from '../testing/test-shop.ts'

const shop = await startTestShop()
afterAll(() => shop.close())

test('the sample shop has few identical proofs, and gives a reason for each archived order', async () => {
  const session = await openApiSession(shop, owner.email, owner.password)
  const now = new Date('2026-03-10T12:00:00Z')
  const count = 90
  await seedOrders(shop, {
    random: seededRandom(26),
    catalogue: await seedCatalogue(session, now),
    now,
    count,
    codes: [],
    staffId: session.userId,
    onProgress: () => {},
  })
  const rowsOf = async (list: string): Promise<OrderRow[]> =>
    (await session.call('GET', `/api/admin/${list}?results=100`)).result.data
  const counts = async () => (await session.call('GET', '/api/admin/orders/counts')).result
  const placed = async () =>
    Object.values<number>(await counts()).reduce((sum, orders) => sum + orders, 0)
  await eventually(placed, (orders) => orders === count)

  const lists = ['orders', 'confirmed-orders', 'orders/delivery']
  const rows = (await Promise.all(lists.map(rowsOf))).flat()
  expect(rows.length).toBeGreaterThan(30)
  const same = rows.filter(({ flags }) => flags.includes('same-proof')).length
  expect(same / rows.length).toBeLessThan(0.2)
  const archived = await rowsOf('archived-orders')
  expect(archived.length).toBeGreaterThan(0)
  for (const { lastChange } of archived) expect(lastChange?.reason).toMatch(/\w+ \w+/)
})
