import { expect, test } from 'vitest'
import { detailMessages, type Row } from '../testing/client.ts'
import { orderForm, placeOrder } from '../testing/fixtures.ts'
import { openOrderSuite } from '../testing/specification-suite.ts'

const { shop, owner, goods } = await openOrderSuite()

const unknownId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
const post = (url: string, body: unknown) => shop.post(url, body, { as: owner })
const put = (url: string, body?: unknown) => shop.put(url, body, { as: owner })
const remove = (url: string, body?: unknown) => shop.remove(url, body, { as: owner })

const find = async (value: string): Promise<Row | undefined> =>
  (await shop.list('/api/admin/sales', owner, { salesname: value })).data.find(
    ({ salesname }) => salesname === value,
  )

const lagos = (moment: Date) =>
  new Date(moment.getTime() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
const hours = (count: number) => lagos(new Date(shop.now().getTime() + count * 3_600_000))

test('S6.7: dates are sent in Lagos time and returned in UTC', async () => {
  const sent = {
    sales: 'Harmattan',
    startDate: '2026-12-01 00:00:00',
    endDate: '2026-12-31 23:59:59',
  }
  const created = await post('/api/admin/create-sales', sent)
  expect(created.status).toBe(201)
  expect(created.body).toHaveProperty('sale')
  const made = await find('Harmattan')
  expect(made).toMatchObject({ salesstatus: 'active', orders: 0 })
  expect(new Date(String(made?.startDate)).toISOString()).toBe('2026-11-30T23:00:00.000Z')
  expect(new Date(String(made?.endDate)).toISOString()).toBe('2026-12-31T22:59:59.000Z')
  const { salesid } = made ?? {}
  const changed = { ...sent, salesid, sales: 'Harmattan II', endDate: '2027-01-02 12:00:00' }
  expect((await put('/api/admin/update-sales', changed)).status).toBe(200)
  const after = await find('Harmattan II')
  expect(new Date(String(after?.endDate)).toISOString()).toBe('2027-01-02T11:00:00.000Z')
})

test('S6.7: name and dates are required, and the end must be after the start', async () => {
  expect(detailMessages(await post('/api/admin/create-sales', {}))).toMatchObject({
    sales: ['Please enter sales name!'],
    startDate: ['Please enter sales start date!'],
    endDate: ['Please enter sales end date!'],
  })
  const same = { sales: 'Never', startDate: '2026-12-01 00:00:00', endDate: '2026-12-01 00:00:00' }
  expect((await post('/api/admin/create-sales', same)).status).toBe(400)
  const wrong = { ...same, endDate: 'some day' }
  expect((await post('/api/admin/create-sales', wrong)).status).toBe(400)
})

test('S6.8: a message is required, has at most 5000 characters, and only active campaigns take one', async () => {
  await post('/api/admin/create-sales', { sales: 'Told', startDate: hours(-2), endDate: hours(-1) })
  const id = (await find('Told'))?.salesid
  const tell = (salesMessage?: string) => put(`/api/admin/sales/${id}/message`, { salesMessage })
  for (const empty of [await tell(), await tell(''), await tell('  ')]) {
    expect(empty.status).toBe(400)
    expect(detailMessages(empty)).toMatchObject({ salesMessage: ['Please type sales message!'] })
  }
  expect((await tell('x'.repeat(5001))).status).toBe(400)
  expect(await tell('x'.repeat(5000))).toMatchObject({ status: 200, body: { isSuccessful: true } })
  expect((await tell('Buy two')).status).toBe(200)
  expect(await find('Told')).toMatchObject({
    salesMessage: 'Buy two',
  })
  await remove(`/api/admin/delete-sales/${id}`)
  expect((await tell('Too late')).status).toBe(409)
  const nobody = await put(`/api/admin/sales/${unknownId}/message`, { salesMessage: 'x' })
  expect(nobody.status).toBe(404)
})

test('S6.9, S1.14: the form gets the campaigns that are running now, latest start first', async () => {
  const running = async () =>
    ((await shop.get('/api/sales')).body.result as Row[]).map(({ salesid }) => salesid)
  expect(await running()).toEqual([])
  const made = async (sales: string, startDate: string, endDate: string) => {
    await post('/api/admin/create-sales', { sales, startDate, endDate })
    return (await find(sales))?.salesid
  }
  const older = await made('Running', hours(-3), hours(3))
  const newer = await made('Running too', hours(-1), hours(2))
  await made('Tomorrow', hours(24), hours(48))
  expect(await running()).toEqual([newer, older])
  await remove(`/api/admin/delete-sales/${newer}`)
  expect(await running()).toEqual([older])

  const id = await placeOrder(shop, goods, { salesid: older })
  await put(`/api/admin/sales/${older}/message`, { salesMessage: 'Deliveries on Fridays' })
  expect((await shop.get(`/api/orders/${id}/track`)).body.result).toMatchObject({
    sales: 'Running',
    salesMessage: 'Deliveries on Fridays',
  })
  expect(await find('Running')).toMatchObject({ orders: 1 })

  // An order whose campaign has ended is accepted without a campaign.
  const late = await shop.post('/api/create-order', await orderForm(goods, { salesid: newer }))
  expect(late.status).toBe(201)
  const tracked = (await shop.get(`/api/orders/${late.body.orderId}/track`)).body.result as Row
  expect(tracked.sales ?? '').toBe('')
  shop.pass(200)
  expect(await running()).toEqual([])
  shop.pass(-200)
})
