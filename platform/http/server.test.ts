import { Rejected } from '@strand/event-sourcing/errors'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { bearer, testHttpServer } from '../testing/http-server.ts'
import { registerHealth, successBody, withPosition } from './server.ts'

test('no spelling of the content type gets around the schema', async () => {
  const app = await testHttpServer()
  const body = z.object({ name: z.string() })
  app.post('/api/things', { schema: { body }, config: { access: 'public' } }, async () => 'ok')
  const post = async (type: string, payload: string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/things',
        payload,
        headers: { 'content-type': type },
      })
    ).statusCode
  const types = [
    'application/json',
    'application/json;charset=utf-8',
    'APPLICATION/JSON',
    ' application/json',
    'application/json\t',
    'application/json ; x=y',
    '\tapplication/json;',
    'application/json,text/plain',
    'application/x-json',
    'text/json',
  ]
  for (const type of types) {
    expect([400, 415], type).toContain(await post(type, '{"name":1}'))
    expect([200, 415], type).toContain(await post(type, '{"name":"x"}'))
  }
})

test('a large public answer is compressed, but not an answer to a session', async () => {
  const app = await testHttpServer()
  const words = 'hair '.repeat(1_000)
  app.get('/api/public', { config: { access: 'public' } }, async () => ({ words }))
  app.get('/api/small', { config: { access: 'public' } }, async () => ({ words: 'hair' }))
  app.get('/api/secret', { config: { access: 'session' } }, async () => ({ words }))
  const encodingOf = async (url: string, accepted = 'br, gzip') => {
    const headers = { 'accept-encoding': accepted, ...bearer('reader') }
    const answer = await app.inject({ method: 'GET', url, headers })
    expect([url, answer.statusCode]).toEqual([url, 200])
    return answer.headers['content-encoding']
  }
  expect(await encodingOf('/api/public')).toBe('br')
  expect(await encodingOf('/api/public', 'gzip')).toBe('gzip')
  expect(await encodingOf('/api/public', 'identity')).toBeUndefined()
  expect(await encodingOf('/api/small')).toBeUndefined()
  expect(await encodingOf('/api/secret')).toBeUndefined()
})

test('an empty body with the JSON header counts as no body', async () => {
  const app = await testHttpServer()
  app.delete('/api/things/:id', { config: { access: 'public' } }, async () => successBody('Gone'))
  const answer = await app.inject({
    method: 'DELETE',
    url: '/api/things/1',
    headers: { 'content-type': 'application/json' },
  })
  expect(answer.json()).toEqual({ isSuccessful: true, message: 'Gone', responseMessage: 'Gone' })
})

test('list parameters can come in the JSON body of a GET', async () => {
  const app = await testHttpServer()
  const querystring = z.object({ page: z.coerce.number('page must be a number').default(1) })
  app.get(
    '/api/list',
    { schema: { querystring }, config: { access: 'public' } },
    async (request) => request.query,
  )
  const get = async (query: string, payload?: object) =>
    (
      await app.inject({ method: 'GET', url: `/api/list${query}`, ...(payload ? { payload } : {}) })
    ).json()
  expect(await get('')).toEqual({ page: 1 })
  expect(await get('', { page: 3 })).toEqual({ page: 3 })
  expect(await get('?page=2', { page: 3 })).toEqual({ page: 2 })
  expect(await get('', { page: 'x' })).toMatchObject({ message: 'page must be a number' })
  // What a form, or the specification's table component, sends for a parameter without a value.
  for (const none of [null, '', [], [null], ['']]) {
    expect(await get('', { page: none }), JSON.stringify(none)).toEqual({ page: 1 })
    expect(await get('?page=2', { page: none })).toEqual({ page: 2 })
  }
  expect(await get('?page=')).toEqual({ page: 1 })
  expect(await get('?page=', { page: 3 })).toEqual({ page: 3 })
  expect(await get('', { page: [3] })).toEqual({ page: 3 })
  expect(await get('', { page: [3, 4] })).toMatchObject({ message: 'page must be a number' })
  expect(await get('', [1])).toMatchObject({ statusCode: 400 })
})

test('a client address beyond a limit is refused for a while, and others are not', async () => {
  const app = await testHttpServer({ trustedProxies: ['127.0.0.1'] })
  const limit = { name: 'tries', requests: 2, seconds: 60 }
  app.get('/api/one', { config: { access: 'public', limit } }, async () => 'ok')
  app.get('/api/two', { config: { access: 'public', limit } }, async () => 'ok')
  const get = async (url: string, address: string) => {
    const { statusCode, headers } = await app.inject({
      url,
      headers: { 'x-forwarded-for': address },
    })
    return [statusCode, headers['retry-after'] !== undefined]
  }
  expect(await get('/api/one', '1.1.1.1')).toEqual([200, false])
  expect(await get('/api/two', '1.1.1.1')).toEqual([200, false])
  expect(await get('/api/one', '1.1.1.1')).toEqual([429, true])
  expect(await get('/api/one', '2.2.2.2')).toEqual([200, false])
})

test.for([
  ['invented addresses', (n: number) => `9.9.${n >> 8}.${n & 255}, 203.0.113.7`],
  ['addresses of the proxies', (n: number) => `10.0.${n >> 8}.${n & 255}, 203.0.113.7, 10.0.0.3`],
  ['ports that the proxy added', (n: number) => `203.0.113.7:${1_000 + n}`],
  ['ports after the addresses of one household', (n: number) => `[2001:db8::${n}]:${1_000 + n}`],
  ['what is no address', (n: number) => `unknown-${n}, 203.0.113.7`],
] as const)('one stranger with a thousand %s is one client', async ([, forwarded]) => {
  const app = await testHttpServer({ trustedProxies: ['127.0.0.1', '10.0.0.0/8'] })
  const limit = { name: 'tries', requests: 3, seconds: 60 }
  const clients = new Set<string>()
  app.get('/api/one', { config: { access: 'public', limit } }, async ({ claimant }) => {
    clients.add(`${claimant.client} ${claimant.network}`)
    return 'ok'
  })
  const statuses = new Map<number, number>()
  for (let n = 0; n < 1_000; n++) {
    const headers = { 'x-forwarded-for': forwarded(n) }
    const { statusCode } = await app.inject({ url: '/api/one', headers })
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
  }
  expect([...statuses]).toEqual([
    [200, 3],
    [429, 997],
  ])
  expect(clients.size).toBe(1)
})

test('behind two proxies, a client’s address is the one that the outer proxy saw, whatever the client claims', async () => {
  const app = await testHttpServer({ trustedProxies: ['127.0.0.1', '10.0.0.0/8'] })
  app.get('/api/ip', { config: { access: 'public' } }, async (request) => request.ip)
  const seen = async (forwarded: string, remoteAddress = '127.0.0.1') =>
    (
      await app.inject({
        url: '/api/ip',
        remoteAddress,
        headers: { 'x-forwarded-for': forwarded },
      })
    ).body
  expect(await seen('5.5.5.5, 10.0.0.3')).toBe('5.5.5.5')
  expect(await seen('9.9.9.9, 5.5.5.5, 10.0.0.3')).toBe('5.5.5.5')
  // As far as the server can know, an untrusted proxy is the client.
  expect(await seen('5.5.5.5, 6.6.6.6')).toBe('6.6.6.6')
  expect(await seen('5.5.5.5, 10.0.0.3', '7.7.7.7')).toBe('7.7.7.7')
})

test('without a trusted proxy the forwarded address is ignored', async () => {
  const app = await testHttpServer()
  app.get('/api/ip', { config: { access: 'public' } }, async (request) => request.ip)
  const answer = await app.inject({ url: '/api/ip', headers: { 'x-forwarded-for': '9.9.9.9' } })
  expect(answer.body).toBe('127.0.0.1')
})

test('a read that is behind answers 503 instead of 404; beyond a parked event it returns what it has', async () => {
  const app = await testHttpServer({
    waitForPosition: async (_names, position) =>
      position < 50n ? 'whole' : position < 100n ? 'parked' : 'behind',
  })
  app.get('/api/read', { config: { access: 'public', readModels: ['order'] } }, async () => {
    throw new Rejected('not-found', 'There is no such order')
  })
  const get = async (position: string) => {
    const { statusCode, headers } = await app.inject({
      url: '/api/read',
      headers: { 'x-min-position': position },
    })
    return [statusCode, headers['retry-after'], headers['x-stale']]
  }
  expect(await get('42')).toEqual([404, undefined, undefined])
  expect(await get('50')).toEqual([404, undefined, 'true'])
  expect(await get('100')).toEqual([503, '2', 'true'])
})

test('a read waits for the given position, and says if it gave up too early', async () => {
  const asked: unknown[] = []
  const app = await testHttpServer({
    waitForPosition: async (names, position, timeoutMs) => {
      asked.push([names, position, timeoutMs])
      return position < 100n ? 'whole' : 'behind'
    },
  })
  app.get(
    '/api/read',
    { config: { access: 'public', readModels: ['order'] } },
    async (_r, reply) => {
      withPosition(reply, 7n)
      return 'ok'
    },
  )
  const get = (value: string) =>
    app.inject({ url: '/api/read', headers: { 'x-min-position': value } })
  const fresh = await get('42')
  expect(fresh.headers).toMatchObject({ 'x-position': '7' })
  expect(fresh.headers['x-stale']).toBeUndefined()
  expect((await get('100')).headers['x-stale']).toBe('true')
  expect(asked).toEqual([
    [['order'], 42n, 2000],
    [['order'], 100n, 2000],
  ])
  for (const malformed of ['', '-1', '1.5', '0x10', '9'.repeat(40)])
    expect((await get(malformed)).statusCode).toBe(400)
})

test('a command with effects elsewhere answers once they are in force, or says that they are not yet', async () => {
  const asked: unknown[] = []
  let inForce = true
  const app = await testHttpServer({
    waitForPosition: async (...wait) => {
      asked.push(wait)
      return inForce ? 'whole' : 'behind'
    },
  })
  const config = { access: 'public' as const, takesEffectIn: ['product'] }
  app.put('/api/price', { config }, async (_r, reply) =>
    withPosition(reply, 42n).code(201).send(successBody('The price has been changed')),
  )
  app.put('/api/nothing', { config }, async () => successBody('Nothing has been changed'))
  app.put('/api/refused', { config }, async (_r, reply) => {
    withPosition(reply, 42n)
    throw new Rejected('conflict', 'Archived')
  })
  const put = (url: string) => app.inject({ method: 'PUT', url })
  const done = await put('/api/price')
  expect([done.statusCode, done.json().message]).toEqual([201, 'The price has been changed'])
  expect(asked).toEqual([[['product'], 42n, 10_000]])
  inForce = false
  const later = await put('/api/price')
  const message =
    'The price has been changed, but it is not yet in force: orders may still be taken as before'
  expect([later.statusCode, later.headers['x-position'], later.json()]).toEqual([
    202,
    '42',
    { isSuccessful: true, message, responseMessage: message },
  ])
  expect((await put('/api/nothing')).statusCode).toBe(200)
  expect((await put('/api/refused')).statusCode).toBe(409)
  expect(asked).toHaveLength(2)
})

test('answers carry their security headers, and HSTS only behind TLS', async () => {
  const plain = await testHttpServer({ publicUrl: 'http://localhost:8080' })
  const secure = await testHttpServer({ publicUrl: 'https://shop.example' })
  const api = (await plain.inject('/api/x')).headers
  expect(api).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
  expect(api['strict-transport-security']).toBeUndefined()
  expect((await secure.inject('/api/x')).headers['strict-transport-security']).toContain('max-age')
  const page = (await secure.inject('/page')).headers
  expect(page['content-security-policy']).toMatch(/script-src 'self';.*style-src 'self' 'nonce-/)
  expect(page['content-security-policy']).not.toContain('unsafe')
  expect(page['content-security-policy']).toContain("base-uri 'none';")
  expect(page['content-security-policy']).toContain("require-trusted-types-for 'script';")
  expect(page['strict-transport-security']).toContain('max-age')
})

test('readiness tells callers with the token what is down, but never its address', async () => {
  const app = await testHttpServer()
  registerHealth(app, {
    checks: {
      database: async () => {},
      queue: async () => {
        throw new Error('connect redis://user:password@host')
      },
    },
    projections: async () => [{ name: 'order', ok: true, lagEvents: 0 }],
    details: { token: 'a-token-of-the-operator' },
  })
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  const ask = (authorization?: string) =>
    app.inject({ url: '/readyz', headers: authorization ? { authorization } : {} })
  for (const stranger of [undefined, 'Bearer another-token', 'Basic a-token-of-the-operator']) {
    const answer = await ask(stranger)
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'down' }])
  }
  const answer = await ask('Bearer a-token-of-the-operator')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({
    status: 'down',
    checks: {
      database: { ok: true },
      queue: { ok: false, message: 'cannot be reached' },
      projections: { ok: true },
    },
    projections: [{ name: 'order', ok: true, lagEvents: 0 }],
  })
})

test('if a stopped projection takes the shop down, its checks say so', async () => {
  const app = await testHttpServer()
  const projections = [
    { name: 'order', ok: true },
    { name: 'product', ok: false },
  ]
  registerHealth(app, { checks: {}, projections: async () => projections, details: 'anyone' })
  const answer = await app.inject('/readyz')
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    {
      status: 'down',
      checks: { projections: { ok: false, message: 'not ok: product' } },
      projections,
    },
  ])
})

test('work that only waits degrades a shop, but does not remove it from a load balancer', async () => {
  const waiting = { stream: 'order-1', eventId: 'e', reason: 'no' }
  const degraded = await testHttpServer()
  const askedAtOnce: string[] = []
  registerHealth(degraded, {
    checks: {
      database: async () => {
        askedAtOnce.push('database')
      },
    },
    degrading: {
      mail: async () => {
        throw new Error('away')
      },
    },
    details: { token: undefined },
  })
  const answers = await Promise.all([1, 2, 3].map(() => degraded.inject('/readyz')))
  for (const answer of answers)
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'degraded' }])
  expect(askedAtOnce).toHaveLength(1)

  const parked = await testHttpServer()
  registerHealth(parked, {
    checks: {},
    projections: async () => [{ name: 'order', ok: true, parked: 2, waiting: [waiting] }],
    details: { token: undefined },
  })
  const answer = await parked.inject('/readyz')
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'degraded', parked: 2 }])
})

test('calls while the server is closing are told to come back, and earlier ones are answered', async () => {
  const app = await testHttpServer()
  const [called, finish, end] = [0, 1, 2].map(() => Promise.withResolvers<void>())
  if (!called || !finish || !end) throw new Error('unreachable')
  app.get('/api/slow', { config: { access: 'public' } }, async () => {
    called.resolve()
    await finish.promise
    return 'done'
  })
  const closing = Promise.withResolvers<void>()
  // This hook runs while the server still listens.
  app.addHook('preClose', async () => {
    closing.resolve()
    await end.promise
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const earlier = fetch(`${address}/api/slow`)
  await called.promise
  const closed = app.close()
  await closing.promise
  for (const method of ['GET', 'POST']) {
    const answer = await fetch(`${address}/api/slow`, { method })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await answer.json()).toMatchObject({ statusCode: 503, isSuccessful: false })
  }
  finish.resolve()
  end.resolve()
  expect(await (await earlier).text()).toBe('done')
  await closed
})
