import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Rejected } from './errors.ts'
import {
  createHttpServer,
  type HttpServerOptions,
  registerHealth,
  succeed,
  withPosition,
} from './http.ts'
import { silentLog } from './log.ts'
import type { Principal } from './principal.ts'

const principal = (role: string, status: Principal['status'], ...permissions: string[]) => ({
  userId: '5f2f2a4a-6f0b-4b0e-8a51-000000000001',
  sessionId: '5f2f2a4a-6f0b-4b0e-8a51-000000000002',
  email: 'ada@example.com',
  role,
  permissions,
  status,
})
const people: Record<string, Principal> = {
  manager: principal('administrator', 'active', 'orders.manage'),
  reader: principal('auditor', 'active', 'orders.read'),
  newcomer: principal('administrator', 'pending', 'orders.manage'),
}

const server = (options: Partial<HttpServerOptions> = {}) =>
  createHttpServer({
    log: silentLog,
    authenticate: async (token) => people[token] ?? null,
    ...options,
  })

const as = (token: string) => ({ authorization: `Bearer ${token}` })

test('a route under /api that does not say who may call it stops the start', async () => {
  const app = await server()
  expect(() => app.get('/api/forgotten', async () => 'x')).toThrow(/config.access/)
  expect(() => app.get('/API/forgotten', async () => 'x')).toThrow(/config.access/)
})

test('a permission is for active accounts that have it', async () => {
  const app = await server()
  app.get('/api/orders', { config: { access: { permission: 'orders.manage' } } }, async () => 'in')
  app.get('/api/me', { config: { access: 'signed-in' } }, async (request) => request.principal)
  const status = async (url: string, token?: string) =>
    (await app.inject({ url, headers: token ? as(token) : {} })).statusCode
  expect(await status('/api/orders')).toBe(401)
  expect(await status('/api/orders', 'stranger')).toBe(401)
  expect(await status('/api/orders', 'reader')).toBe(403)
  expect(await status('/api/orders', 'newcomer')).toBe(403)
  expect(await status('/api/orders', 'manager')).toBe(200)
  expect(await status('/api/me', 'newcomer')).toBe(200)
  expect(await status('/api/me')).toBe(401)
})

test('no way of writing a path gets round the guard', async () => {
  const app = await server()
  app.get('/api/admin/orders', { config: { access: { permission: 'x' } } }, async () => 'secret')
  const variants = [
    '/api/admin/orders/',
    '//api/admin/orders',
    '/api//admin/orders',
    '/api/admin%2Forders',
    '/api/admin%2forders',
    '/%61pi/admin/orders',
    '/API/ADMIN/ORDERS',
    '/api/admin/orders;x=1',
    '/api/./admin/orders',
    '/api/x/../admin/orders',
    '/api/admin/orders%00',
    '/api/admin/orders?x=1',
  ]
  for (const url of variants)
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST'] as const) {
      const answer = await app.inject({ method, url })
      expect([401, 404, 400], `${method} ${url}`).toContain(answer.statusCode)
      expect(answer.body).not.toContain('secret')
    }
})

test('an invalid body is refused with the texts of its schema, the first one as the message', async () => {
  const app = await server()
  const body = z.object({ name: z.string('Please enter a name!'), lines: z.array(z.int('Whole!')) })
  app.post('/api/things', { schema: { body }, config: { access: 'public' } }, async () => 'ok')
  const answer = await app.inject({
    method: 'POST',
    url: '/api/things',
    payload: { lines: [1, 0.5] },
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({
    isSuccessful: false,
    statusCode: 400,
    error: 'Bad Request',
    message: 'Please enter a name!',
    responseMessage: 'Please enter a name!',
    details: [
      { path: 'name', message: 'Please enter a name!' },
      { path: 'lines.1', message: 'Whole!' },
    ],
  })
  const missing = await app.inject({ method: 'POST', url: '/api/things' })
  expect(missing.json().message).toBe('The request is not as it should be')
})

test('a refusal has its own status and text, a fault of ours only a neutral text', async () => {
  const app = await server()
  const failures: Record<string, unknown> = {
    taken: new Rejected('conflict', 'Already taken'),
    busy: new Rejected('unavailable', 'Later', { retryAfter: 7 }),
    down: Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' }),
    bug: new Error('secret detail'),
    text: 'thrown text',
  }
  app.get('/api/fail/:how', { config: { access: 'public' } }, async (request) => {
    throw failures[(request.params as { how: string }).how]
  })
  const answer = async (how: string) => {
    const { statusCode, headers, body } = await app.inject(`/api/fail/${how}`)
    return { statusCode, retry: headers['retry-after'], message: JSON.parse(body).message, body }
  }
  expect(await answer('taken')).toMatchObject({ statusCode: 409, message: 'Already taken' })
  expect(await answer('busy')).toMatchObject({ statusCode: 503, retry: '7' })
  const down = await answer('down')
  expect(down).toMatchObject({ statusCode: 503, retry: '2' })
  expect(down.body).not.toContain('10.0.0.1')
  for (const how of ['bug', 'text'])
    expect(await answer(how)).toMatchObject({
      statusCode: 500,
      message: 'Something went wrong on our side, please try again',
    })
})

test('what fastify refuses comes in the same shape', async () => {
  const app = await server()
  app.post('/api/things', { config: { access: 'public' } }, async () => 'ok')
  const post = (payload: string, type?: string) =>
    app.inject({
      method: 'POST',
      url: '/api/things',
      payload,
      headers: type === undefined ? {} : { 'content-type': type },
    })
  const cases: [ReturnType<typeof post>, number][] = [
    [post('{"a":', 'application/json'), 400],
    [post('{"__proto__":{"a":1}}', 'application/json'), 400],
    [post(JSON.stringify('x'.repeat(70_000)), 'application/json'), 413],
    [post('{}', 'text/plain'), 415],
    [post('a=1', 'application/x-www-form-urlencoded'), 415],
    [post('{}', 'application/jsonx'), 415],
    [post('{}'), 415],
    [app.inject('/api/nothing'), 404],
    [app.inject('/api/%'), 400],
  ]
  for (const [pending, statusCode] of cases) {
    const answer = await pending
    expect(answer.json(), answer.body).toMatchObject({
      isSuccessful: false,
      statusCode,
      message: expect.any(String),
      responseMessage: answer.json().message,
      error: expect.any(String),
    })
    expect(answer.statusCode).toBe(statusCode)
    expect(answer.body).not.toMatch(/FST_|stack/)
  }
})

test('no way of writing the content type gets round the schema', async () => {
  const app = await server()
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

test('an empty body with the JSON header is no body', async () => {
  const app = await server()
  app.delete('/api/things/:id', { config: { access: 'public' } }, async () => succeed('Gone'))
  const answer = await app.inject({
    method: 'DELETE',
    url: '/api/things/1',
    headers: { 'content-type': 'application/json' },
  })
  expect(answer.json()).toEqual({ isSuccessful: true, message: 'Gone', responseMessage: 'Gone' })
})

test('list parameters may come in a JSON body on the GET', async () => {
  const app = await server()
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
  expect(await get('', [1])).toMatchObject({ statusCode: 400 })
})

test('a client address beyond a limit waits, and the others do not', async () => {
  const app = await server({ trustedProxies: ['127.0.0.1'] })
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

test('without a trusted proxy the forwarded address counts for nothing', async () => {
  const app = await server()
  app.get('/api/ip', { config: { access: 'public' } }, async (request) => request.ip)
  const answer = await app.inject({ url: '/api/ip', headers: { 'x-forwarded-for': '9.9.9.9' } })
  expect(answer.body).toBe('127.0.0.1')
})

test('a read waits for the position it names, and says when it did not wait long enough', async () => {
  const asked: unknown[] = []
  const app = await server({
    waitForPosition: async (names, position, timeoutMs) => {
      asked.push([names, position, timeoutMs])
      return position < 100n
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

test('answers carry their security headers, and HSTS only behind TLS', async () => {
  const plain = await server({ publicUrl: 'http://localhost:8080' })
  const secure = await server({ publicUrl: 'https://shop.example' })
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
  expect(page['strict-transport-security']).toContain('max-age')
})

test('readiness names what is down, and never how it is reached', async () => {
  const app = await server()
  registerHealth(app, {
    checks: {
      database: async () => {},
      queue: async () => {
        throw new Error('connect redis://user:password@host')
      },
    },
    projections: async () => [{ name: 'order', ok: true, lagEvents: 0 }],
  })
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  const answer = await app.inject('/readyz')
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

test('what is no HTTP gets an answer of the same shape', async () => {
  const app = await server()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const say = (text: string) =>
    new Promise<string>((resolve) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.setEncoding('utf8').on('data', (part) => {
        answer += part
      })
      socket.on('close', () => resolve(answer))
    })
  const garbage = await say('hello?\r\n\r\n')
  expect(garbage).toMatch(/^HTTP\/1.1 400 Bad Request/)
  expect(JSON.parse(garbage.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    isSuccessful: false,
    statusCode: 400,
  })
  const long = await say(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)
  expect(long).toMatch(/^HTTP\/1.1 431 /)
  await app.close()
})
