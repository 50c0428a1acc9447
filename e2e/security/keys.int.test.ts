import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { mailedToken, temporaryPassword } from '@strand/platform/crypto/mailed-token'
import { urlsOfRoles } from '@strand/platform/testing/database-roles'
import { eventually } from '@strand/platform/testing/eventually'
import { testDatabase } from '@strand/platform/testing/test-database'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startChildProcess } from '../testing/child-process.ts'
import { type Client, openClient, type Row } from '../testing/client.ts'
import { type CatalogueIds, createCatalogue, orderForm, placeOrder } from '../testing/fixtures.ts'
import { owner, prepareShopTables, startTestShop } from '../testing/test-shop.ts'

const [oldToken, newToken, oldData, newData] = [1, 2, 3, 4].map((nth) => Buffer.alloc(32, nth)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
]
const before = {
  tokenSecret: keyRing(oldToken, newToken),
  personalDataKey: keyRing(oldData, newData),
}
const after = {
  tokenSecret: keyRing(newToken, oldToken),
  personalDataKey: keyRing(newData, oldData),
}

type Shop = Awaited<ReturnType<typeof startTestShop>>
type Rings = Pick<typeof before, 'tokenSecret' | 'personalDataKey'>

type Place = Awaited<ReturnType<typeof openPlace>>

/** The place that all of the shop's processes share. */
const openPlace = async () => {
  const database = await testDatabase({ keep: true })
  await prepareShopTables(database.url)
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-keys-'))
  const folderUrl = (name: string) => pathToFileURL(`${folder}/${name}/`).href
  const urls = urlsOfRoles(database.url)
  return {
    pool: database.pool,
    urls,
    filesUrl: folderUrl('files'),
    start: (rings: Rings) =>
      startTestShop({
        ...rings,
        databaseUrls: urls,
        eventStoreUrl: urls.command,
        queueUrl: urls.workers,
        filesUrl: folderUrl('files'),
        mailUrl: folderUrl('mail'),
      }),
    close: async () => {
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

// As during a rolling update: each process knows the other's keys, but writes with its own.
let place: Place
let shop: Shop
let beside: Shop
let first: Client
let second: Client
let asOwner: string
let stock: CatalogueIds
beforeAll(async () => {
  place = await openPlace()
  shop = await place.start(before)
  beside = await place.start(after)
  first = openClient(shop.address)
  second = openClient(beside.address)
  asOwner = await first.signIn()
  stock = await createCatalogue(first, asOwner)
})
afterAll(async () => {
  await beside.close()
  await place.close()
})

test('a session continues, whichever process handles its requests', async () => {
  const begun = await first.post('/api/login', owner)
  let { accessToken, refreshToken } = begun.body
  for (const client of [second, first, second, first]) {
    expect((await client.get('/api/admin/orders/counts', { as: String(accessToken) })).status).toBe(
      200,
    )
    const renewed = await client.post('/api/refresh-token', { email: owner.email, refreshToken })
    expect(renewed.status).toBe(200)
    ;({ accessToken, refreshToken } = renewed.body)
  }
})

test('an invitation opens the account, whichever key made its link and password', async () => {
  const roles = (await first.get('/api/admin/roles', { as: asOwner })).body.result as Row[]
  for (const [created, opened, mailed] of [
    [first, second, before],
    [first, first, after],
    [second, first, after],
    [second, second, before],
  ] as const) {
    const email = `newcomer-${randomUUID()}@strand.example`
    const answer = await created.post(
      '/api/admin/create-user',
      {
        firstname: 'Chi',
        lastname: 'Odu',
        email,
        phone: '08030000002',
        countryCode: 'NG',
        roleid: roles[0]?.roleid,
      },
      { as: asOwner },
    )
    expect(answer.status).toBe(201)
    const userId = String(answer.body.userid)
    const token = mailedToken(mailed.tokenSecret, 'activation', userId)
    expect((await opened.get(`/api/activate-account/${token}`)).status).toBe(200)
    const login = (password: string) => opened.post('/api/login', { email, password })
    expect((await login(temporaryPassword(keyRing(Buffer.alloc(32)), userId))).status).toBe(401)
    expect((await login(temporaryPassword(mailed.tokenSecret, userId))).status).toBe(200)
  }
})

test('an order that is sent again, even twenty times at once, stays one order', async () => {
  const form = await orderForm(stock)
  const send = (client: Client, key: string, body = form) =>
    client.post('/api/create-order', body, { headers: { 'Idempotency-Key': key } })
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const key = randomUUID()
    const answer = await send(one, key)
    expect(answer.status).toBe(201)
    expect((await send(other, key)).body).toEqual(answer.body)
    expect((await send(other, key, { ...form, firstname: 'Eve' })).status).toBe(422)
    const atOnce = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => send(nth % 2 ? one : other, atOnce)),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.orderId}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
  }
})

test('a promised price holds, whichever process made the promise', async () => {
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const productname = `Wig ${randomUUID()}`
    await one.post('/api/admin/create-product', { productname, price: 1_000 }, { as: asOwner })
    const offered = (await one.get('/api/products')).body.result as Row[]
    const productid = offered.find((product) => product.productname === productname)?.productid
    const seen = { products: [productid], location: stock.lagos }
    const { promise } = (await one.post('/api/price-promises', seen)).body.result as Row
    const changed = { productid, productname, price: 2_000 }
    expect((await other.put('/api/admin/update-product', changed, { as: asOwner })).status).toBe(
      200,
    )
    const products = [{ productid, productname, price: 1_000, quantity: 1, amount: 1_000 }]
    const form = await orderForm(stock, { products, amount: 3_500 })
    expect((await other.post('/api/create-order', form)).status).toBe(409)
    expect((await other.post('/api/create-order', { ...form, promise })).status).toBe(201)
  }
})

test('a staff command that is sent again, even twenty times at once, is applied once', async () => {
  const send = (client: Client, key: string, productname: string) =>
    client.post(
      '/api/admin/create-product',
      { productname, price: 1_000 },
      { as: asOwner, headers: { 'Idempotency-Key': key } },
    )
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const [key, name] = [randomUUID(), `Wig ${randomUUID()}`]
    const answer = await send(one, key, name)
    expect(answer.status).toBe(201)
    expect((await send(other, key, name)).body).toEqual(answer.body)
    expect((await send(other, key, 'Another wig')).status).toBe(422)
    const [keyAtOnce, nameAtOnce] = [randomUUID(), `Wig ${randomUUID()}`]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => send(nth % 2 ? one : other, keyAtOnce, nameAtOnce)),
    )
    for (const { status } of answers) expect(status).toBe(201)
  }
})

test('a customer’s answer that is sent again is recorded once', async () => {
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const id = await placeOrder(one, stock)
    const question = { kind: 'proof', text: 'Please send a sharper photo' }
    await one.post(`/api/admin/orders/${id}/question`, question, { as: asOwner })
    const answer = (client: Client, text: string) =>
      client.post(
        `/api/orders/${id}/answer`,
        { digits: '4567', text },
        { headers: { 'Idempotency-Key': 'one answer' } },
      )
    const given = await answer(one, 'Here it is')
    expect(given.status).toBe(201)
    expect(await answer(other, 'Here it is')).toMatchObject({ status: 201, body: given.body })
    expect((await answer(other, 'Another one')).status).toBe(409)
  }
})

test('a link to a proof opens it, whichever process made it', async () => {
  await placeOrder(first, stock)
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const { data } = await one.list('/api/admin/orders', asOwner)
    const [link = ''] = String(data[0]?.filepath).split(',')
    const { pathname, search } = new URL(link, 'http://shop.example')
    expect((await other.raw(`${pathname}${search}`)).status).toBe(200)
  }
})

test('failed sign-ins are counted together, whichever process handles them', async () => {
  const email = 'nobody@strand.example'
  const statuses: number[] = []
  for (const client of [first, second, first, second, first, second, first])
    statuses.push((await client.post('/api/login', { email, password: 'Wrong-1-password' })).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
})

/** Runs `keys.ts rotate`, as `docker compose exec command-api` does. */
const startRotation = () => {
  const { urls } = place
  return startChildProcess(
    [process.execPath, 'command-api/keys.ts', 'rotate'],
    {
      DATABASE_URL: urls.command,
      EVENT_STORE_URL: urls.command,
      LOG_LEVEL: 'silent',
      FILES_URL: place.filesUrl,
      PUBLIC_URL: 'http://shop.example',
      TOKEN_SECRET: newToken.toString('base64'),
      PERSONAL_DATA_KEY: `${newData.toString('base64')},${oldData.toString('base64')}`,
      BANK_LINE_KEY: Buffer.alloc(32, 3).toString('base64'),
      LOG_WRITER_KEY: Buffer.alloc(32, 5).toString('base64'),
    },
    'SIGKILL',
  )
}

test('a rotation under load is killed and repeated, after which the old keys can go', async () => {
  const erasedId = await placeOrder(first, stock, { firstname: 'Forgotten' })
  const keptId = await placeOrder(first, stock, { firstname: 'Remembered' })
  const erasing = await first.remove(`/api/admin/orders/${erasedId}/personal-data`, undefined, {
    as: asOwner,
  })
  expect(erasing.status).toBe(200)
  // The last service that wraps with the old key ends.
  await shop.close()

  let working = true
  const load = async () => {
    while (working) {
      await placeOrder(second, stock)
      expect((await second.list('/api/admin/orders', asOwner)).data.length).toBeGreaterThan(0)
    }
  }
  const loads = Promise.all([load(), load()])
  onTestFinished(async () => {
    working = false
    await loads
  })
  // All keys are wrapped, but that is not yet recorded: the rotation hangs here until it is killed.
  const holding = await place.pool.connect()
  await holding.query('begin; lock table personal_key_check in exclusive mode')
  const killed = startRotation()
  await eventually(async () => {
    const { rows } = await place.pool.query<{ blocked: number }>(
      `select count(*)::int as blocked from pg_locks
       where not granted and relation = 'personal_key_check'::regclass`,
    )
    return rows[0]?.blocked || killed.printed().includes('PERSONAL_DATA_KEY')
  }, 1)
  killed.kill('SIGKILL')
  await killed.ended
  await holding.query('commit')
  holding.release()
  const repeated = startRotation()
  expect(await repeated.ended, repeated.printed()).toBe(0)
  expect(repeated.printed()).toMatch(
    /(?:^|\n)Everything now uses the first key of PERSONAL_DATA_KEY \([0-9a-f]{16}\): .*\n$/,
  )
  working = false
  await loads

  const alone = await place.start({
    tokenSecret: keyRing(newToken),
    personalDataKey: keyRing(newData),
  })
  onTestFinished(() => alone.close())
  const last = openClient(alone.address)
  const anew = await last.signIn()
  const nameOf = async (orderId: string) =>
    (await last.get(`/api/admin/orders/${orderId}/events`, { as: anew })).text
  expect(await nameOf(keptId)).toContain('Remembered')
  expect(await nameOf(erasedId)).not.toContain('Forgotten')
})
