import { expect, test } from 'vitest'
import type { Row } from '../testing/client.ts'
import { createColleague, placeOrder } from '../testing/fixtures.ts'
import { openOrderSuite } from '../testing/specification-suite.ts'

const { shop, owner, goods } = await openOrderSuite()

const contact = (id: string, text: string, as = owner, headers = {}) =>
  shop.post(`/api/admin/orders/${id}/contact`, { text }, { as, headers })
const history = async (id: string) => {
  const { body } = await shop.get(`/api/admin/orders/${id}/events`, { as: owner })
  return body.result as { events: Row[]; order: Row }
}

test('S3.19: who wrote to the customer, and what, is in the history and the user log, and sealed in the event log', async () => {
  const id = await placeOrder(shop, goods, { countrycode: 'NG', phone: '0803 123 4567' })
  const number = await shop.get(`/api/admin/orders/${id}/contact`, { as: owner })
  expect(number.body.result).toMatchObject({ whatsapp: '2348031234567' })
  expect((await contact(id, 'Your rider is called Musa')).status).toBe(201)
  const last = (await history(id)).events.at(-1)
  expect(last).toMatchObject({
    type: 'CustomerContacted',
    process: 'Wrote to the customer on WhatsApp',
    by: { kind: 'staff' },
    changes: [{ field: 'message', from: '', to: 'Your rider is called Musa' }],
    undoable: false,
  })
  const { rows } = await shop.pool.query<{ data: string }>(
    `select data::text from event_log.event where type = 'CustomerContacted'`,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.data).not.toContain('Musa')
  const log = await shop.list('/api/admin/users-logs', owner)
  expect(JSON.stringify(log.data)).toContain(`Wrote to the customer of order ${id} on WhatsApp`)
})

test('S3.19: writing to the customer conflicts with nothing, and blocks no undo', async () => {
  const id = await placeOrder(shop, goods)
  const url = `/api/admin/approve-order/${id}`
  const { position } = (await shop.put(url, undefined, { as: owner })).body
  // A colleague's approval in the meantime does not prevent a message to the customer.
  expect((await contact(id, 'Hello', owner, { 'X-Seen-Position': '1' })).status).toBe(201)
  expect((await history(id)).order).toMatchObject({ position })
  const undone = await shop.post(`/api/admin/orders/${id}/undo`, { position }, { as: owner })
  expect(undone.status).toBe(200)
})

test('S3.19: only staff who manage orders can write, a message cannot be empty, and an erased customer cannot be written to', async () => {
  const id = await placeOrder(shop, goods)
  const auditor = (await createColleague(shop, owner, 'auditor')).token
  expect((await contact(id, 'Hello', auditor)).status).toBe(403)
  expect((await contact(id, '  ')).status).toBe(400)
  expect((await contact('0000-0000-0000', 'Hello')).status).toBe(404)
  await contact(id, 'Something personal')
  await shop.remove(`/api/admin/orders/${id}/personal-data`, undefined, { as: owner })
  expect((await contact(id, 'Hello')).status).toBe(409)
  expect(JSON.stringify(await history(id))).not.toContain('Something personal')
  const number = await shop.get(`/api/admin/orders/${id}/contact`, { as: owner })
  expect(number.body.result).toEqual({ whatsapp: null, firstname: '' })
})
