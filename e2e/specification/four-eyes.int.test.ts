import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CatalogueIds,
  createCatalogue,
  createColleague,
  placeOrder,
} from '../testing/fixtures.ts'
import { type StaffedShop, startStaffedShop } from '../testing/staffed-shop.ts'

let staffed: StaffedShop
let goods: CatalogueIds
let tola: string
let bisi: string
beforeAll(async () => {
  // `orderForm`'s order costs ₦146,500.
  staffed = await startStaffedShop({ fourEyesAbove: 146_499 })
  goods = await createCatalogue(staffed.shop, staffed.owner)
  const person = { firstname: 'Tola', email: 'tola@strand.example' }
  tola = (await createColleague(staffed.shop, staffed.owner, 'administrator', person)).token
  const other = { firstname: 'Bisi', email: 'bisi@strand.example' }
  bisi = (await createColleague(staffed.shop, staffed.owner, 'administrator', other)).token
})
afterAll(() => staffed.shop.close())

const approve = (id: string, as: string) =>
  staffed.shop.put(`/api/admin/approve-order/${id}`, undefined, { as })
const rowOf = async (id: string, list = '/api/admin/orders') =>
  (await staffed.shop.list(list, staffed.owner, { orderid: id })).data[0]
const confirmations = async (id: string) =>
  (await staffed.shop.mails()).filter(
    ({ subject = '', text = '' }) => /confirmed/i.test(subject) && text.includes(id),
  ).length

test('S13.5 above the limit two people approve, and only the second approval confirms', async () => {
  const { shop, owner } = staffed
  const id = await placeOrder(shop, goods)
  const first = await approve(id, tola)
  expect(first.status).toBe(202)
  expect(first.body).toMatchObject({ isSuccessful: true, approval: 'proposed' })
  expect(await rowOf(id)).toMatchObject({
    orderid: id,
    orderstatus: 'pending',
    position: first.body.position,
    proposal: { name: 'Tola', reason: '' },
  })

  const again = await approve(id, tola)
  expect(again.status).toBe(409)
  expect(again.body.message).toBe(
    'You have approved this order: a second person has to approve it too',
  )
  const second = await approve(id, bisi)
  expect(second.status).toBe(200)
  expect(second.body).not.toHaveProperty('approval')
  expect(await rowOf(id, '/api/admin/confirmed-orders')).toMatchObject({ proposal: null })

  await shop.until(() => confirmations(id), 1)
  const { body } = await shop.get(`/api/admin/orders/${id}/events`, { as: owner })
  const events = (body.result as { events: { process: string }[] }).events
  expect(events.map(({ process }) => process)).toEqual([
    'Placed the order',
    'Approved the order as the first of two people',
    'Approved the order',
  ])
  const logs = await shop.list('/api/admin/users-logs', owner, { results: 20 })
  expect(logs.data.map((row) => row.process)).toContain(
    `Approved order ${id} as the first of two people`,
  )
})

test('S13.5 the second person reads why the first one approved without money', async () => {
  const { shop, owner } = staffed
  const id = await placeOrder(shop, goods)
  const evidence = { without: 'Paid in cash' }
  await shop.put(`/api/admin/approve-order/${id}`, { evidence }, { as: tola })
  expect(await rowOf(id)).toMatchObject({ proposal: { name: 'Tola', reason: 'Paid in cash' } })
  expect((await approve(id, bisi)).status).toBe(200)
  const { body } = await shop.get(`/api/admin/orders/${id}/events`, { as: owner })
  const { events } = body.result as { events: { process: string }[] }
  expect(events.map(({ process }) => process)).toEqual([
    'Placed the order',
    'Approved without money as the first of two people: Paid in cash',
    'Approved without money: Paid in cash',
  ])
})

test('S13.5 undoing the confirmation restores the proposal, which only its author can withdraw', async () => {
  const { shop, owner } = staffed
  const id = await placeOrder(shop, goods)
  await approve(id, tola)
  const { position } = (await approve(id, bisi)).body
  const undone = await shop.post(`/api/admin/orders/${id}/undo`, { position }, { as: owner })
  expect(undone.status).toBe(200)
  expect(await rowOf(id)).toMatchObject({ proposal: { name: 'Tola' } })
  expect((await approve(id, tola)).status).toBe(409)

  const withdraw = (as: string) =>
    shop.remove(`/api/admin/orders/${id}/proposed-approval`, undefined, { as })
  const refused = await withdraw(owner)
  expect(refused.body.message).toBe(
    'Only the person who approved this order first can withdraw the approval',
  )
  expect((await withdraw(tola)).status).toBe(200)
  expect(await rowOf(id)).toMatchObject({ orderstatus: 'pending', proposal: null })
  expect((await withdraw(tola)).status).toBe(409)
  expect((await approve(id, owner)).status).toBe(202)
})

test('S13.5 an account created in the last 30 days and its creator do not count as two people', async () => {
  const { shop, owner } = staffed
  const [byCreated, byCreator] = [await placeOrder(shop, goods), await placeOrder(shop, goods)]
  expect((await approve(byCreated, tola)).status).toBe(202)
  expect((await approve(byCreator, owner)).status).toBe(202)
  const refusals = [await approve(byCreated, owner), await approve(byCreator, tola)]
  expect(refusals.map(({ status, body }) => [status, body.message])).toEqual(
    Array(2).fill([
      409,
      'One of you created the account of the other in the last 30 days: someone else has to approve it too',
    ]),
  )

  const chief = { firstname: 'Chidi', email: 'chidi@strand.example' }
  const chidi = (await createColleague(shop, owner, 'superadministrator', chief)).token
  const puppet = { firstname: 'Dayo', email: 'dayo@strand.example' }
  const dayo = (await createColleague(shop, chidi, 'administrator', puppet)).token
  expect((await approve(byCreator, dayo)).status).toBe(409)
  expect((await approve(byCreated, dayo)).status).toBe(200)
})

test('S13.5 of two first approvals at once, the one that overlooked the other gets a conflict', async () => {
  const { shop, owner } = staffed
  const id = await placeOrder(shop, goods)
  const seen = { 'X-Seen-Position': String((await rowOf(id))?.position) }
  expect((await approve(id, tola)).status).toBe(202)
  const path = `/api/admin/approve-order/${id}`
  const overlooked = await shop.put(path, undefined, { as: owner, headers: seen })
  expect(overlooked.status).toBe(409)
  expect(overlooked.body.message).toMatch(
    /^Tola approved this as the first of two people \d+ s ago$/,
  )
})

test('S13.5 up to the limit one person is enough', async () => {
  const { shop, owner } = staffed
  const line = { productid: goods.wave, productname: 'Body wave', price: 72_000 }
  const products = [{ ...line, quantity: 1, amount: 72_000 }]
  const id = await placeOrder(shop, goods, { products, amount: 74_500 })
  expect((await approve(id, owner)).status).toBe(200)
})
