import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SpecificationShop } from '../testing/client.ts'
import { type Colleague, type StaffedShop, startStaffedShop } from '../testing/staffed-shop.ts'
import { owner as first } from '../testing/test-shop.ts'

let shop: SpecificationShop
let administrator: Colleague
let auditor: Colleague
let roleids: Record<string, string>
let form: StaffedShop['form']
beforeAll(async () => {
  ;({ shop, administrator, auditor, roleids, form } = await startStaffedShop())
})
afterAll(() => shop.close())

const restricted = "You're restricted from viewing this, contact your administrator!"
const users = '/api/admin/users'

test('S10.1: the roles are superadministrator, administrator and auditor', async () => {
  expect(Object.keys(roleids).sort()).toEqual(['administrator', 'auditor', 'superadministrator'])
})

test('S10.2: the session has its role’s permissions', async () => {
  const permissions = async ({ email, password }: { email: string; password: string }) =>
    (await shop.post('/api/login', { email, password })).body.permissions as string[]
  const all = await permissions(first)
  const some = await permissions(administrator)
  const few = await permissions(auditor)
  expect(few).not.toEqual([])
  for (const permission of some) expect(all).toContain(permission)
  // Auditors have permissions that administrators lack.
  const examining = ['reports.read-all', 'log.verify']
  for (const permission of examining) expect(all).toContain(permission)
  expect(few.filter((permission) => !some.includes(permission)).sort()).toEqual(examining.sort())
  expect(all.length).toBeGreaterThan(some.length)
  expect(some.length).toBeGreaterThan(few.length - examining.length)
})

const forSuperadministrators: [string, string][] = [
  ['GET', '/api/admin/roles'],
  ['GET', '/api/admin/order-products'],
  ['GET', '/api/admin/users-logs'],
  ['POST', '/api/admin/create-user'],
  ['POST', '/api/generate-paymentconfirmation-orderid?num=1'],
]
test.each(
  forSuperadministrators,
)('S10.3: %s %s is for superadministrators only', async (method, url) => {
  for (const person of [administrator, auditor]) {
    const body = method === 'POST' ? form() : undefined
    const answer = await shop.call(method, url, { as: person.token, body })
    expect(answer).toMatchObject({ status: 403, body: { statusCode: 403, message: restricted } })
  }
  expect((await shop.call(method, url)).status).toBe(401)
})

test.each([
  ['PUT', '/api/admin/approve-order/0000-0000-0000'],
  ['DELETE', '/api/admin/delete-order/0000-0000-0000'],
  ['PUT', '/api/order/0000-0000-0000/status'],
  ['POST', '/api/admin/create-product'],
  ['POST', '/api/admin/create-delivery-location'],
  ['POST', '/api/admin/create-sales'],
  ['GET', users],
  ['GET', '/api/admin/archived-users'],
  ['DELETE', '/api/admin/delete-user/x'],
])('S10.4: an auditor reads only: %s %s is refused', async (method, url) => {
  expect((await shop.call(method, url, { as: auditor.token })).status).toBe(403)
  expect((await shop.call(method, url, { as: administrator.token })).status).not.toBe(403)
})

test.each([
  '/api/admin/orders',
  '/api/admin/confirmed-orders',
  '/api/admin/archived-orders',
  '/api/admin/orders/delivery',
  '/api/admin/orders/return',
  '/api/admin/orders/counts',
  '/api/admin/download-orders',
  '/api/admin/products',
  '/api/admin/delivery-location',
  '/api/admin/sales',
])('S10.4: an auditor may read %s, a stranger may not', async (url) => {
  expect((await shop.get(url, { as: auditor.token })).status).toBe(200)
  expect((await shop.get(url)).status).toBe(401)
  expect((await shop.get(url, { as: 'not-a-token' })).status).toBe(401)
})
