import { randomUUID } from 'node:crypto'
import type { Role } from '@strand/contracts/accounts/permission'
import { userStream } from '@strand/contracts/accounts/user'
import { actorOf } from '@strand/projections/testing/projection'
import { expect, test } from 'vitest'
import { openTestShop, superadministrator } from '../testing/test-shop.ts'

const reserved = [{ type: 'OrderIdsReserved', data: { ids: ['7K3Q-ZM9X-WD4T'] } }]

type Shop = Awaited<ReturnType<typeof openTestShop>>

const hire = async (shop: Shop, firstname: string, role: Role, userId: string = randomUUID()) => {
  const { personalData, append } = shop
  const details = { lastname: 'Eze', phone: '0803 123 4567', countryCode: 'NG' }
  const email = `${firstname.toLowerCase()}@shop.example`
  const personal = personalData.seal(await personalData.take(), { firstname, email, ...details })
  await append(userStream(userId), [{ type: 'UserCreated', data: { userId, role, personal } }])
  return userId
}
const happened = (shop: Shop, userId: string, type: string) =>
  shop.append(userStream(userId), [{ type, data: { userId } }])

test('superadministrators see everyone with their role; administrators see no roles', async () => {
  const shop = await openTestShop()
  const userId = await hire(shop, 'Ngozi', 'auditor')
  const person = {
    userid: userId,
    firstname: 'Ngozi',
    lastname: 'Eze',
    email: 'ngozi@shop.example',
    phone: '0803 123 4567',
    countryCode: 'NG',
    userstatus: 'pending',
    status: 'pending',
  }
  const seen = async (role: Role) =>
    (await shop.get('/api/admin/users', role)).json().result.data as unknown[]
  expect(await seen('superadministrator')).toEqual([
    { ...person, roleid: 'auditor', rolename: 'auditor', role: 'auditor' },
  ])
  expect(await seen('administrator')).toEqual([person])
  expect((await shop.get('/api/admin/users', 'auditor')).status).toBe(403)
})

test('only superadministrators can find out roles by sorting or filtering', async () => {
  const shop = await openTestShop()
  await hire(shop, 'Ada', 'administrator')
  await hire(shop, 'Bola', 'auditor')
  const total = async (query: string, role: Role) =>
    (await shop.get(`/api/admin/users?${query}`, role)).json().result.total
  expect(await total('role=auditor', 'superadministrator')).toBe(1)
  expect(await total('role=auditor', 'administrator')).toBe(2)
  expect(await total('rolename=auditor', 'administrator')).toBe(2)
  for (const field of ['role', 'rolename']) {
    const status = async (role: Role) =>
      (await shop.get(`/api/admin/users?sortField=${field}`, role)).status
    expect(await status('superadministrator')).toBe(200)
    expect(await status('administrator')).toBe(400)
  }
})

test('archived staff have their own tab, and filters match parts of fields', async () => {
  const shop = await openTestShop()
  const ada = await hire(shop, 'Ada', 'administrator')
  const bola = await hire(shop, 'Bola', 'auditor')
  await happened(shop, ada, 'UserActivated')
  await happened(shop, bola, 'UserArchived')
  const names = async (path: string) =>
    (await shop.get(`/api/admin/${path}`, 'administrator'))
      .json()
      .result.data.map((row: { firstname: string; status: string }) => [row.firstname, row.status])
  expect(await names('users')).toEqual([['Ada', 'active']])
  expect(await names('archived-users')).toEqual([['Bola', 'inactive']])
  expect(await names('users?status=active')).toEqual([['Ada', 'active']])
  expect(await names('users?status=pending')).toEqual([])
  expect(await names('archived-users?status=active')).toEqual([])
  expect(await names('users?email=ADA@')).toEqual([['Ada', 'active']])
  expect(await names('users?name=a%20e')).toEqual([['Ada', 'active']])
})

test('a filter finds a name in any spelling of its letters', async () => {
  const shop = await openTestShop()
  const user = await hire(shop, "Ma'aruf Ọlá", 'auditor')
  await hire(shop, 'Bola', 'auditor')
  const found = async (field: string, typed: string) =>
    (await shop.get(`/api/admin/users?${field}=${encodeURIComponent(typed)}`, 'administrator'))
      .json()
      .result.data.map(({ userid }: { userid: string }) => userid)
  for (const typed of ['maaruf', 'MA’ARUF', 'maʼaruf ola'])
    for (const field of ['name', 'firstname'])
      expect([field, typed, await found(field, typed)]).toEqual([field, typed, [user]])
})

test('the list of roles has all three', async () => {
  const { get } = await openTestShop()
  expect((await get('/api/admin/roles', 'superadministrator')).json().result).toEqual([
    { roleid: 'superadministrator', rolename: 'superadministrator' },
    { roleid: 'administrator', rolename: 'administrator' },
    { roleid: 'auditor', rolename: 'auditor' },
  ])
  expect((await get('/api/admin/roles', 'administrator')).status).toBe(403)
})

test('the user log shows who did what and when, newest first', async () => {
  const shop = await openTestShop()
  await hire(shop, 'Ngozi', 'superadministrator', superadministrator)
  const bola = await hire(shop, 'Bola', 'auditor')
  await shop.append('orderids-reserved', reserved, { at: '2026-03-02T08:00:00.000Z' })
  await happened(shop, bola, 'UserArchived')
  const { json } = await shop.get('/api/admin/users-logs?results=2&page=2', 'superadministrator')
  expect(json().result).toMatchObject({ total: 4, page: 2, results: 2 })
  const log = await shop.get('/api/admin/users-logs', 'superadministrator')
  const { data: rows } = log.json().result
  expect(rows[0]).toEqual({
    createdat: '2026-03-02T08:00:00.000Z',
    fullname: 'Ngozi Eze',
    email: 'ngozi@shop.example',
    process: 'Generated 1 order id',
    person: null,
    lines: [],
  })
  expect(rows[1].person).toEqual({ email: 'bola@shop.example', text: 'Bola Eze' })
  expect(rows.map(({ process }: { process: string }) => process).slice(1)).toEqual([
    'Archived user "Bola Eze"',
    'Added user "Bola Eze" as auditor',
    'Added user "Ngozi Eze" as superadministrator',
  ])
  for (const role of ['administrator', 'auditor'] as const)
    expect((await shop.get('/api/admin/users-logs', role)).status).toBe(403)
})

test('the user log calls the shop itself System, and finds it by that name', async () => {
  const shop = await openTestShop()
  await hire(shop, 'Ngozi', 'superadministrator', superadministrator)
  const id = '7K3Q-ZM9X-WD4T'
  const order = await shop.order(id)
  const taken = { lineId: randomUUID(), debitLineId: randomUUID() }
  await shop.append(`order-${id}`, [order.created(), order.approved()])
  const system = actorOf('system', 'order-money')
  await shop.append(`order-${id}`, [order.takenBack(taken, 8_550_000)], { actor: system })
  const found = async (query: string) =>
    (await shop.get(`/api/admin/users-logs?${query}`, 'superadministrator')).json().result
  const { data } = await found('fullname=syst&process=took back')
  expect(data).toMatchObject([
    {
      fullname: 'System',
      email: '',
      process: `Noticed that the bank took back ₦85,500 of order ${id} on 14 Nov 2026`,
    },
  ])
  expect((await found('')).data[0]).toEqual(data[0])
  expect((await found('userid=system')).total).toBe(1)
  expect((await found('fullname=system&email=ngozi')).total).toBe(0)
  expect((await found('fullname=ngozi&action=OrderMoneyTakenBack')).total).toBe(0)
})

test('the user log is filtered by person, action and day', async () => {
  const shop = await openTestShop()
  await hire(shop, 'Ngozi', 'superadministrator', superadministrator)
  const bola = await hire(shop, 'Bola', 'administrator')
  await shop.append('orderids-reserved', reserved, { at: '2026-03-04T22:59:00.000Z' })
  await shop.append('orderids-reserved', reserved, {
    at: '2026-03-04T23:00:00.000Z',
    actor: actorOf('staff', bola),
  })
  const total = async (query: string) =>
    (await shop.get(`/api/admin/users-logs?${query}`, 'superadministrator')).json().result.total
  expect(await total('')).toBe(4)
  expect(await total('fullname=bola')).toBe(1)
  expect(await total('email=NGOZI@')).toBe(3)
  expect(await total(`userid=${bola}`)).toBe(1)
  expect(await total('process=generated')).toBe(2)
  expect(await total('process=user%20bola')).toBe(1)
  expect(await total('process=user%20%22bola')).toBe(1)
  expect(await total('action=OrderIdsReserved')).toBe(2)
  expect(await total('action=OrderIdsReserved&dateFrom=2026-03-05')).toBe(1)
  expect(await total('dateFrom=2026-03-04&dateTo=2026-03-04')).toBe(1)
})
