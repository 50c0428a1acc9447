import { randomUUID } from 'node:crypto'
import { allEndpoints } from '@strand/contracts/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../testing/client.ts'
import {
  type CatalogueIds,
  createCatalogue,
  createColleague,
  placeOrder,
} from '../testing/fixtures.ts'
import { type StaffedShop, startStaffedShop } from '../testing/staffed-shop.ts'

let staffed: StaffedShop
let goods: CatalogueIds
let tola: { token: string; id: string }
beforeAll(async () => {
  staffed = await startStaffedShop()
  goods = await createCatalogue(staffed.shop, staffed.owner)
  const person = { firstname: 'Tola', email: 'tola@strand.example' }
  const { token } = await createColleague(staffed.shop, staffed.owner, 'administrator', person)
  tola = { token, id: String((await colleagues()).find(({ name }) => name === 'Tola Ade')?.userid) }
})
afterAll(() => staffed.shop.close())

const colleagues = async () =>
  (await staffed.shop.get('/api/admin/colleagues', { as: staffed.owner })).body.result as Row[]
const note = (id: string, text: string, mentions: string[] = [], as = staffed.owner) =>
  staffed.shop.post(`/api/admin/orders/${id}/notes`, { text, mentions }, { as })
const rowOf = async (query: Row, list = '/api/admin/orders') =>
  (await staffed.shop.list(list, staffed.owner, query as Record<string, string>)).data[0]
const unread = async (as: string) =>
  ((await staffed.shop.get('/api/admin/mentions', { as })).body.result as Row[]).map(
    ({ orderid }) => orderid,
  )

test('S13.1 a note is in the row, the full history and the search; the row shows the newest one', async () => {
  const { shop, owner, auditor } = staffed
  const id = await placeOrder(shop, goods)
  expect((await note(id, 'Paid in two parts')).status).toBe(201)
  expect((await note(id, 'Second half from Zenobia', [tola.id])).status).toBe(201)
  expect(await rowOf({ search: 'zenobia' })).toMatchObject({
    orderid: id,
    notes: 2,
    note: 'Second half from Zenobia',
  })
  const { body } = await shop.get(`/api/admin/orders/${id}/events`, { as: auditor.token })
  expect((body.result as { events: Row[] }).events.at(-1)).toMatchObject({
    process: 'Left a note',
    undoable: false,
    changes: [
      { field: 'note', from: '', to: 'Second half from Zenobia' },
      { field: 'mentions', from: '', to: 'Tola Ade' },
    ],
  })
  expect((await note(id, 'Mine', [], auditor.token)).status).toBe(403)
  await shop.remove(`/api/admin/orders/${id}/personal-data`, undefined, { as: owner })
  expect(await rowOf({ search: 'zenobia' })).toBeUndefined()
  expect(await rowOf({ orderid: id })).toMatchObject({ notes: 2, note: 'erased' })
  expect((await note(id, 'Too late')).status).toBe(409)
})

test('S13.2 a note and an assignment conflict with nothing and block no undo', async () => {
  const { shop, owner } = staffed
  const id = await placeOrder(shop, goods)
  const before = (await rowOf({ orderid: id }))?.position
  await note(id, 'Called her')
  await shop.put(`/api/admin/orders/${id}/assignee`, { userid: tola.id }, { as: owner })
  expect(await rowOf({ orderid: id })).toMatchObject({ position: before })
  const headers = { 'X-Seen-Position': String(before) }
  const path = `/api/admin/approve-order/${id}`
  const approved = await shop.put(path, undefined, { as: owner, headers })
  expect(approved.status).toBe(200)
  await note(id, 'Packed')
  const { position } = approved.body
  const undone = await shop.post(`/api/admin/orders/${id}/undo`, { position }, { as: owner })
  expect(undone.status).toBe(200)
})

test('S13.3 a mention is unread until the order is opened, and only active staff can be mentioned', async () => {
  const { shop, owner } = staffed
  const id = await placeOrder(shop, goods)
  await note(id, 'Please look', [tola.id])
  await note(id, 'To myself', [tola.id], tola.token)
  expect(await unread(tola.token)).toEqual([id, ...(await unread(tola.token)).slice(1)])
  expect(await unread(owner)).toEqual([])
  const read = () => shop.remove(`/api/admin/mentions/${id}`, undefined, { as: tola.token })
  expect((await read()).status).toBe(200)
  expect(await unread(tola.token)).not.toContain(id)
  await note(id, 'And again', [tola.id])
  expect(await unread(tola.token)).toContain(id)

  for (const stranger of [randomUUID(), 'nobody']) {
    const refused = await note(id, 'Hello', [stranger])
    expect(refused.status).toBe(400)
    expect(refused.body.details).toMatchObject([{ path: 'mentions' }])
  }
  expect(await colleagues()).toContainEqual({ userid: tola.id, name: 'Tola Ade' })
})

test('S13.4 an order is assigned and found by “Mine”, and shows if its assignee has left', async () => {
  const { shop, owner } = staffed
  const id = await placeOrder(shop, goods)
  const assign = (userid: string | null) =>
    shop.put(`/api/admin/orders/${id}/assignee`, { userid }, { as: owner })
  const leaver = await createColleague(shop, owner, 'administrator', {
    firstname: 'Bisi',
    email: 'bisi@strand.example',
  })
  const bisi = (await colleagues()).find(({ name }) => name === 'Bisi Ade')?.userid as string
  expect(leaver.token).toBeTruthy()
  expect((await assign(bisi)).status).toBe(200)
  expect(await rowOf({ assignee: bisi })).toMatchObject({
    orderid: id,
    assignee: { userid: bisi, name: 'Bisi Ade', archived: false },
  })
  const ids = await shop.get(`/api/admin/orders/ids?assignee=${bisi}`, { as: owner })
  expect(ids.body.result).toMatchObject({ ids: [id] })
  expect(await rowOf({ assignee: bisi, search: 'ada' })).toMatchObject({ orderid: id })

  await shop.remove(`/api/admin/delete-user/${bisi}`, undefined, { as: owner })
  // A list waits for the client's own changes of orders, but learns of changed users a moment
  // later.
  await shop.until(
    () => rowOf({ orderid: id }),
    (row) => (row?.assignee as Row | null)?.archived === true,
  )
  expect((await assign(null)).status).toBe(200)
  expect(await rowOf({ orderid: id })).toMatchObject({ assignee: null })
  const refused = await assign(bisi)
  expect(refused.body.details).toMatchObject([{ path: 'userid' }])
})

test('S13.1 no public answer, mail or live message contains a note', async () => {
  const { shop, owner } = staffed
  const secret = 'Xylophone-4471'
  const id = await placeOrder(shop, goods)
  const live = new AbortController()
  const stream = await fetch(`${shop.address}/api/admin/live`, {
    headers: { Authorization: `Bearer ${owner}` },
    signal: live.signal,
  })
  let received = ''
  const listening = (async () => {
    for await (const chunk of stream.body ?? []) received += Buffer.from(chunk).toString()
  })().catch(() => undefined)
  await shop.put(`/api/admin/approve-order/${id}`, undefined, { as: owner })
  const noted = await note(id, secret, [tola.id])
  const position = String(noted.headers['x-position'])
  await shop.put(`/api/order/${id}/status`, { orderStatus: 'shipped' }, { as: owner })
  await shop.post(`/api/order/${id}/review`, { review: 'Soft' })
  await shop.inMail('ada@customer.example', `${id} (₦146,500) is on its way`)

  const open = allEndpoints.filter(({ access }) => access === 'public')
  const reads = open.filter(({ method }) => method === 'GET')
  expect(reads.map(({ operationId }) => operationId)).toContain('trackOrder')
  for (const { path } of reads) {
    const { text } = await shop.raw(path.replace(/:\w+/g, id))
    expect(text).not.toContain(secret)
  }
  for (const { method, path } of open.filter(({ method }) => method !== 'GET')) {
    const body = { orderId: id, review: 'Soft', text: 'Hello', fileUids: [] }
    const { text } = await shop.call(method, path.replace(/:\w+/g, id), { body })
    expect(text).not.toContain(secret)
  }
  for (const mail of await shop.mails()) expect(JSON.stringify(mail)).not.toContain(secret)
  await shop.until(
    () => [...received.matchAll(/^id: (\d+)$/gm)].some(([, at]) => Number(at) >= Number(position)),
    true,
  )
  expect(received).not.toContain(secret)
  live.abort()
  await listening
  // Staff do see the word, so the searches above would have found it.
  const history = await shop.get(`/api/admin/orders/${id}/events`, { as: owner })
  expect(history.text).toContain(secret)
})
