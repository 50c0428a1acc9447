import { expect, test } from 'vitest'
import { bearer, testHttpServer } from '../testing/http-server.ts'

test('a route under /api that does not say who may call it stops the start', async () => {
  const app = await testHttpServer()
  expect(() => app.get('/api/forgotten', async () => 'x')).toThrow(/config.access/)
  expect(() => app.get('/API/forgotten', async () => 'x')).toThrow(/config.access/)
})

test('a route with a permission requires an active account that has it', async () => {
  const app = await testHttpServer()
  app.get('/api/orders', { config: { access: { permission: 'orders.manage' } } }, async () => 'in')
  app.get('/api/me', { config: { access: 'signed-in' } }, async (request) => request.principal)
  const status = async (url: string, token?: string) =>
    (await app.inject({ url, headers: token ? bearer(token) : {} })).statusCode
  expect(await status('/api/orders')).toBe(401)
  expect(await status('/api/orders', 'stranger')).toBe(401)
  expect(await status('/api/orders', 'reader')).toBe(403)
  expect(await status('/api/orders', 'newcomer')).toBe(403)
  expect(await status('/api/orders', 'manager')).toBe(200)
  expect(await status('/api/me', 'newcomer')).toBe(200)
  expect(await status('/api/me')).toBe(401)
})

test('no spelling of a path gets around the guard', async () => {
  const app = await testHttpServer()
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
