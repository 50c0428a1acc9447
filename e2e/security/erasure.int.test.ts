import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { openLog } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { eventually } from '@strand/platform/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { owner, startTestShop } from '../testing/test-shop.ts'

const marker = 'zyxwvu'
const phone = '08099887766'
const traces = [marker, phone, Buffer.from(marker).toString('hex')]

let log = ''
let shop: Awaited<ReturnType<typeof startTestShop>>
beforeAll(async () => {
  const write = (line: string) => {
    log += line
  }
  shop = await startTestShop({ log: openLog('test', 'debug', { write }) })
})
afterAll(() => shop.close())

/** Every row of every table as text, as in a dump. */
const dump = async (pool: Pool): Promise<string> => {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema')`,
  )
  let text = ''
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    text += `${name}\n${rows.map(({ row }) => row).join('\n')}\n`
  }
  return text
}

const filesIn = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const contents = files.map(async ({ parentPath, name }) =>
    [name, await readFile(path.join(parentPath, name), 'latin1')].join('\n'),
  )
  return (await Promise.all(contents)).join('\n')
}

const tracesIn = (text: string) => traces.filter((trace) => text.toLowerCase().includes(trace))

const call = async (method: string, url: string, body?: unknown, token?: string, minimum = '') => {
  const answer = await fetch(shop.address + url, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(minimum ? { 'x-min-position': minimum } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  const json: any = await answer.json()
  expect(answer.ok, `${method} ${url}: ${JSON.stringify(json)}`).toBe(true)
  return { json, position: answer.headers.get('x-position') ?? '' }
}

test('after an erasure, nothing that the customer entered is found anywhere, and the order still exists', async () => {
  const { json: session } = await call('POST', '/api/login', owner)
  const token = session.accessToken
  const product = { productname: 'Wig', price: 1000 }
  const location = { location: 'Lagos', price: 500, deliveryaddress: '' }
  await call('POST', '/api/admin/create-product', product, token)
  const made = await call('POST', '/api/admin/create-delivery-location', location, token)
  await eventually(
    async () => (await call('GET', '/api/delivery-location')).json,
    ({ result }) => result.length > 0,
  )

  const upload = async () => {
    const file = new FormData()
    file.set('file', new Blob([`%PDF-1.4 ${marker}`]), `${marker}.pdf`)
    const response = await fetch(`${shop.address}/api/uploads`, { method: 'POST', body: file })
    return (await response.json()) as Record<string, string>
  }
  const { fileUid, fileName, fileType } = await upload()
  const { json: placed } = await call('POST', '/api/create-order', {
    firstname: marker,
    lastname: marker,
    email: `${marker}@example.com`,
    countrycode: 'NG',
    phone,
    instagramusername: marker,
    location: made.json.locationid,
    accountname: marker,
    tandc: true,
    deliveryaddress: `5 ${marker} Street`,
    products: [{ productname: 'Wig', price: 1000, quantity: 2, amount: 2000 }],
    files: [{ fileUid, fileName, fileType }],
    amount: 2500,
  })
  const { orderId } = placed
  const question = { kind: 'notfound', text: `Did ${marker} pay?` }
  await call('POST', `/api/admin/orders/${orderId}/question`, question, token)
  await call('POST', `/api/orders/${orderId}/answer`, {
    text: `${marker} did`,
    digits: phone.slice(-4),
    fileUids: [(await upload()).fileUid],
  })
  await call('PUT', `/api/admin/approve-order/${orderId}`, undefined, token)
  const words = { orderStatus: 5, orderMessage: `For ${marker}` }
  await call('PUT', `/api/order/${orderId}/status`, words, token)
  const note = { text: `${marker} called, and pays in two parts` }
  await call('POST', `/api/admin/orders/${orderId}/notes`, note, token)
  const reviewed = await call('POST', `/api/order/${orderId}/review`, { review: `${marker}!` })
  const before = await call(
    'GET',
    `/api/admin/orders/delivery?search=${marker}`,
    undefined,
    token,
    reviewed.position,
  )
  expect(before.json.result.data).toMatchObject([{ orderid: orderId, review: `${marker}!` }])
  // Waits until the emails have been sent, because an email in transit would still contain the
  // order's data.
  await shop.mailTo(`${marker}@example.com`, 'is on its way')
  expect(tracesIn(await dump(shop.pool))).toEqual([marker, phone])
  expect(tracesIn(await filesIn(path.join(shop.folder, 'files')))).toEqual([marker])

  const erased = await call(
    'DELETE',
    `/api/admin/orders/${orderId}/personal-data`,
    undefined,
    token,
  )
  const after = await call(
    'GET',
    `/api/admin/orders/delivery?search=${orderId}`,
    undefined,
    token,
    erased.position,
  )
  expect(after.json.result.data).toMatchObject([
    { orderid: orderId, total: 2500, fullname: 'erased', filepath: '' },
  ])
  expect(tracesIn(JSON.stringify(after.json))).toEqual([])
  expect(tracesIn(await dump(shop.pool))).toEqual([])
  expect(tracesIn(await filesIn(path.join(shop.folder, 'files')))).toEqual([])
  expect(log.length).toBeGreaterThan(1000)
  expect(tracesIn(log)).toEqual([])
})

test('after an erasure, nothing about a staff member is found either, and the user log names nobody', async () => {
  const { json: session } = await call('POST', '/api/login', owner)
  const token = session.accessToken
  const form = { firstname: marker, lastname: marker, phone, countryCode: 'NG', roleid: 'auditor' }
  const email = `staff.${marker}@example.com`
  const { json: made } = await call('POST', '/api/admin/create-user', { ...form, email }, token)
  await shop.mailTo(email, 'Activate')
  await call('DELETE', `/api/admin/delete-user/${made.userid}`, undefined, token)
  await fetch(`${shop.address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Wrong-one-1' }),
  })
  await eventually(async () => tracesIn(await dump(shop.pool)).length, 2)

  const path = `/api/admin/users/${made.userid}/personal-data`
  const { position } = await call('DELETE', path, undefined, token)
  const get = async (url: string) =>
    (await call('GET', url, undefined, token, position)).json.result
  const logs = await get('/api/admin/users-logs?results=100')
  const words = logs.data.map((row: { process: string }) => row.process)
  expect(words).toContain('Added user "erased" as auditor')
  expect(words).toContain('Erased the personal data of user "erased"')
  expect(tracesIn(JSON.stringify(logs))).toEqual([])
  for (const list of ['users', 'archived-users'])
    expect(JSON.stringify(await get(`/api/admin/${list}`))).not.toContain(made.userid)
  expect(tracesIn(await dump(shop.pool))).toEqual([])
  expect(tracesIn(log)).toEqual([])
})
