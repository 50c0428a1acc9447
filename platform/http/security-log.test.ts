import { Rejected } from '@strand/event-sourcing/errors'
import { openLog } from '@strand/event-sourcing/log'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { bearer, testHttpServer } from '../testing/http-server.ts'
import { logSecurity, noteSubject } from './security-log.ts'

const userId = '5f2f2a4a-6f0b-4b0e-8a51-00000000000b'

const open = async () => {
  let written = ''
  const log = openLog('test', 'warn', {
    write: (line) => {
      written += line
    },
  })
  const app = await testHttpServer({ log, rateLimits: true })
  const config = { access: 'public', securityEvents: { 401: 'sign-in-failed' } } as const
  const body = z.object({ email: z.string(), password: z.string() })
  app.post('/api/login', { config, schema: { body } }, async (request) => {
    noteSubject(request, userId)
    throw new Rejected('unauthenticated', 'Invalid email or password')
  })
  app.get('/api/plain', { config: { access: 'signed-in' } }, async (request) => {
    logSecurity(request, 'odd')
    return 'ok'
  })
  app.get('/api/things/:token', { config: { access: { permission: 'orders.manage' } } }, () => 'ok')
  const limit = { name: 'few', requests: 1, seconds: 60 }
  app.get('/api/few', { config: { access: 'public', limit } }, async () => 'ok')
  const lines = (): Record<string, unknown>[] =>
    written
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  return { app, lines, text: () => written }
}

test('failed sign-ins, forbidden calls and refused floods are logged with network and user, and nothing else', async () => {
  const { app, lines, text } = await open()
  await app.inject({
    method: 'POST',
    url: '/api/login?email=ada@example.com',
    remoteAddress: '2001:db8:1:2:3::4',
    headers: { cookie: 'strand_device=secret-cookie', authorization: 'Bearer secret-token' },
    payload: { email: 'ada@example.com', password: 'secret-password' },
  })
  await app.inject({ url: '/api/things/secret-token', headers: bearer('reader') })
  for (let times = 0; times < 2; times++) await app.inject({ url: '/api/few' })
  const facts = lines().map(({ level, security, method, route, network, userId }) => ({
    level,
    security,
    method,
    route,
    network,
    userId,
  }))
  const reader = '5f2f2a4a-6f0b-4b0e-8a51-000000000001'
  expect(facts).toEqual([
    {
      level: 40,
      security: 'sign-in-failed',
      method: 'POST',
      route: '/api/login',
      network: '2001:db8:1:2::/64',
      userId,
    },
    {
      level: 40,
      security: 'forbidden',
      method: 'GET',
      route: '/api/things/:token',
      network: '127.0.0.1',
      userId: reader,
    },
    {
      level: 40,
      security: 'too-many-requests',
      method: 'GET',
      route: '/api/few',
      network: '127.0.0.1',
      userId: null,
    },
  ])
  for (const secret of ['ada@', 'secret']) expect(text()).not.toContain(secret)
})

test('an answer that is not a security event is not logged, unless the handler does so', async () => {
  const { app, lines } = await open()
  await app.inject({ url: '/api/plain' })
  await app.inject({ url: '/api/nothing' })
  expect(lines()).toEqual([])
  await app.inject({ url: '/api/plain', headers: bearer('reader') })
  expect(lines()).toMatchObject([{ security: 'odd', route: '/api/plain' }])
})

test('a flood makes one line per network', async () => {
  const { app, lines } = await open()
  for (let times = 0; times < 100; times++) await app.inject({ url: '/api/few' })
  for (let times = 0; times < 100; times++)
    await app.inject({ url: '/api/few', remoteAddress: '203.0.113.9' })
  expect(lines().map(({ network }) => network)).toEqual(['127.0.0.1', '203.0.113.9'])
})
