import { request as send } from 'node:http'
import { silentLog } from '@strand/event-sourcing/log'
import { expect, onTestFinished, test } from 'vitest'
import type { Claimant } from '../fairness/places.ts'
import { eventually } from '../testing/eventually.ts'
import { createHttpServer, type HttpServerOptions } from './server.ts'

const open = async (options: Partial<HttpServerOptions> = {}) => {
  const app = await createHttpServer({
    log: silentLog,
    trustedProxies: ['127.0.0.1'],
    authenticate: async (userId) => ({
      userId,
      sessionId: '',
      email: '',
      role: '',
      permissions: [],
      status: 'active',
    }),
    ...options,
  })
  const claimants: Claimant[] = []
  const ended = Promise.withResolvers<void>()
  app.post('/api/open', { config: { access: 'public' } }, async (request) => {
    claimants.push(request.claimant)
    if (request.body) await ended.promise
    return {}
  })
  app.post('/api/closed', { config: { access: 'signed-in' } }, async ({ claimant }) => {
    claimants.push(claimant)
    return {}
  })
  onTestFinished(() => app.close())
  return { app, claimants, end: ended.resolve }
}

test('a stranger is identified by address and network, staff by their account', async () => {
  const { app, claimants } = await open()
  const from = { 'x-forwarded-for': '203.0.113.7' }
  await app.inject({ method: 'POST', url: '/api/open', headers: from })
  const headers = { ...from, authorization: 'Bearer tola' }
  await app.inject({ method: 'POST', url: '/api/closed', headers })
  expect(claimants).toMatchObject([
    { client: '203.0.113.7', network: '203.0.113.0/24' },
    { client: 'staff tola', network: 'staff tola' },
  ])
})

test('without limits, each request by a stranger counts as another client', async () => {
  const { app, claimants } = await open({ rateLimits: false })
  for (const url of ['/api/open', '/api/open']) await app.inject({ method: 'POST', url })
  expect(claimants[0]?.network).not.toBe(claimants[1]?.network)
})

test('the signal means that the caller has gone away, not that the body has arrived', async () => {
  const { app, claimants, end } = await open()
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const call = () => {
    const headers = { 'content-type': 'application/json', 'content-length': 7 }
    const sent = send(`${address}/api/open`, { method: 'POST', headers })
    sent.on('error', () => {})
    sent.end('{"a":1}')
    return sent
  }
  const [gone, stays] = [call(), call()]
  const answered = new Promise((resolve) => stays.once('response', resolve))
  await eventually(() => claimants.length, 2)
  gone.destroy()
  await eventually(() => claimants.filter(({ signal }) => signal?.aborted).length, 1)
  end()
  await answered
  await eventually(() => claimants.filter(({ signal }) => signal?.aborted).length, 1)
})
