import { silentLog } from '@strand/event-sourcing/log'
import type { Principal } from '../http/principal.ts'
import { createHttpServer, type HttpServerOptions } from '../http/server.ts'

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

export const testHttpServer = (options: Partial<HttpServerOptions> = {}) =>
  createHttpServer({
    log: silentLog,
    authenticate: async (token) => people[token] ?? null,
    ...options,
  })

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
