import { fastestOf } from '@strand/platform/testing/fastest-of'
import { limit } from '@strand/platform/testing/limits'
import { expect, test } from 'vitest'
import { type Row, startSpecificationShop } from '../testing/client.ts'
import { placeOrder } from '../testing/fixtures.ts'
import { openOrderSuite } from '../testing/specification-suite.ts'
import { owner as first, healthToken } from '../testing/test-shop.ts'

const { shop, owner, goods } = await openOrderSuite()

test('S12.1: every error has the same shape, with its text under both names', async () => {
  const errors = [
    await shop.post('/api/login', {}),
    await shop.get('/api/admin/orders'),
    await shop.get('/api/orders/0000-0000-0000/track'),
    await shop.get('/api/nothing-here'),
    await shop.call('POST', '/api/login', {
      raw: { type: 'application/json', content: '{"email":' },
    }),
    await shop.call('POST', '/api/login', { raw: { type: 'text/plain', content: 'x' } }),
    await shop.post('/api/login', { email: 'x'.repeat(70_000), password: 'x' }),
  ]
  expect(errors.map(({ status }) => status)).toEqual([400, 401, 404, 404, 400, 415, 413])
  for (const { status, body } of errors) {
    expect(body).toMatchObject({
      isSuccessful: false,
      statusCode: status,
      error: expect.any(String),
      message: expect.any(String),
    })
    expect(body.responseMessage).toBe(body.message)
    expect(JSON.stringify(body)).not.toMatch(/node_modules|\.ts:|at \S+ \(/)
  }
  expect(errors[0]?.body.details).toContainEqual({
    path: 'email',
    message: 'Please enter email address!',
  })
})

test('S12.2: input that JSON, Postgres or Unicode cannot represent is refused as invalid, not with a 500', async () => {
  for (const productname of ['a\u0000b', '\ud800', 5, {}, [], true]) {
    const answer = await shop.post(
      '/api/admin/create-product',
      { productname, price: 1 },
      { as: owner },
    )
    expect([productname, answer.status]).toEqual([productname, 400])
  }
  for (const content of ['[]', 'null', '"x"', '1', ''])
    expect(
      (await shop.call('POST', '/api/login', { raw: { type: 'application/json', content } }))
        .status,
    ).toBe(400)
})

test('S12.2: a body of another type never gets past validation', async () => {
  for (const type of ['text/html', 'application/x-www-form-urlencoded', 'application/jsonx']) {
    const raw = { type, content: JSON.stringify(first) }
    expect([type, (await shop.call('POST', '/api/login', { raw })).status]).toEqual([type, 415])
  }
})

test('S12.3: every command carries its position, and a read at it sees the change', async () => {
  const id = await placeOrder(shop, goods)
  const commands = [
    await shop.put(`/api/admin/approve-order/${id}`, undefined, { as: owner }),
    await shop.post(`/api/order/${id}/review`, { orderId: id, review: 'Good' }),
    await shop.post('/api/admin/create-product', { productname: 'Seen', price: 1 }, { as: owner }),
  ]
  const positions = commands.map(({ headers }) => BigInt(String(headers['x-position'])))
  expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)))
  const read = await shop.get('/api/admin/confirmed-orders', {
    as: owner,
    headers: { 'X-Min-Position': String(positions[0]) },
  })
  expect(read.text).toContain(id)
  expect(read.headers['x-stale']).toBeUndefined()
})

test('S12.4: a read waits up to 2 s, and a stale answer is marked', async () => {
  const waited = await fastestOf(2, async () => {
    const read = await shop.get('/api/admin/orders', {
      as: owner,
      headers: { 'X-Min-Position': '999999999999' },
    })
    expect([read.status, read.headers['x-stale']]).toEqual([200, 'true'])
  })
  expect(waited).toBeGreaterThan(1900)
  expect(waited).toBeLessThan(limit(5_000))
  for (const position of ['soon', '-1', '1e9', '9'.repeat(40)]) {
    const { status } = await shop.get('/api/products', { headers: { 'X-Min-Position': position } })
    expect([position, status === 400 || status === 200]).toEqual([position, true])
  }
})

test('S12.5: no API answer may be cached, and each has headers that limit what a browser may do', async () => {
  for (const url of ['/api/Countries', '/api/products', '/api/admin/orders', '/api/nothing-here']) {
    const { headers } = await shop.get(url)
    expect(headers['cache-control']).toContain('no-store')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBeDefined()
  }
})

test('S12.6: healthz says that the process is alive; readyz lists every part with its lag for callers with the token', async () => {
  expect((await shop.raw('/healthz')).status).toBe(200)
  const ready = await shop.raw('/readyz')
  expect([ready.status, ready.body]).toEqual([200, { status: 'ok' }])
  const told = await shop.raw('/readyz', { as: healthToken })
  expect(told.status).toBe(200)
  expect(JSON.stringify(told.body)).toMatch(/lag/i)
})

test('S8.7: after 5 failures for an address, further tries get a 429 until 15 minutes are over', async () => {
  const email = 'guessed@strand.example'
  const attempt = () => shop.post('/api/login', { email, password: 'Wrong-one-1' })
  const statuses: number[] = []
  for (let count = 0; count < 5; count++) statuses.push((await attempt()).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401])
  const throttled = await attempt()
  expect(throttled.status).toBe(429)
  const wait = Number(throttled.headers['retry-after'])
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(900)
  expect((await shop.post('/api/login', first)).status).toBe(200)
  shop.pass(16)
  expect((await attempt()).status).toBe(401)
})

test('S12.7: a client address over a limit gets a 429 with Retry-After', async () => {
  const limited = await startSpecificationShop({ rateLimits: true })
  try {
    const asked: number[] = []
    for (let count = 0; count < 11; count++) {
      const email = `nobody${count}@strand.example`
      const answer = await limited.post('/api/request-password-reset', { email })
      asked.push(answer.status)
      if (answer.status === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(asked).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  } finally {
    await limited.close()
  }
})

test('S12.8: money is returned as an integer, times as ISO 8601 in UTC', async () => {
  const { data } = await shop.list('/api/admin/confirmed-orders', owner)
  expect(data).not.toEqual([])
  for (const row of data as Row[]) {
    expect(Number.isInteger(row.total)).toBe(true)
    expect(new Date(String(row.createdat)).toISOString().slice(0, 19)).toBe(
      String(row.createdat).slice(0, 19),
    )
  }
})

test('S12.3: sign-in, sign-out and changes to one’s own account carry a position, too', async () => {
  const session = await shop.post('/api/login', first)
  const as = String(session.body.accessToken)
  const roleid = 'auditor'
  const form = { firstname: 'Eno', lastname: 'Udo', phone: '0803', email: 'eno@strand.example' }
  const reset = await shop.post('/api/request-password-reset', { email: first.email })
  const commands = {
    login: session,
    create: await shop.post('/api/admin/create-user', { ...form, roleid }, { as }),
    archive: await shop.remove('/api/admin/delete-user', ['x'], { as }),
    message: await shop.post('/api/generate-paymentconfirmation-orderid?num=1', undefined, { as }),
    logout: await shop.post('/api/logout', { refreshToken: session.body.refreshToken }, { as }),
  }
  for (const [name, { headers }] of Object.entries(commands))
    if (name !== 'archive')
      expect([name, headers['x-position']]).toEqual([name, expect.any(String)])
  // The answer must not reveal whether an address is known, so it has no position.
  const unknown = await shop.post('/api/request-password-reset', { email: 'no@strand.example' })
  expect(Object.keys(reset.headers).sort()).toEqual(Object.keys(unknown.headers).sort())
})

test('S8.4: only the session’s own user can refresh its tokens', async () => {
  const { body } = await shop.post('/api/login', first)
  const { refreshToken } = body
  const as = String(body.accessToken)
  const wrong = { email: 'other@strand.example', refreshToken }
  expect((await shop.post('/api/refresh-token', wrong, { as })).status).toBe(401)
  for (const value of ['', 'x', undefined, String(body.accessToken)]) {
    const sent = { email: first.email, refreshToken: value }
    expect([400, 401]).toContain((await shop.post('/api/refresh-token', sent, { as })).status)
  }
  const access = { as: String(refreshToken) }
  expect((await shop.get('/api/admin/orders', access)).status).toBe(401)
})
