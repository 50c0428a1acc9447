import { Rejected } from '@strand/event-sourcing/errors'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import { silentLog } from '@strand/event-sourcing/log'
import { migrate } from '@strand/event-sourcing/postgres/migrate'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { openStaff } from '../../testing/test-staff.ts'
import { ensureSuperadministrator } from './superadministrator.ts'

const openEmptyShop = async () => {
  const { pool } = await testDatabase()
  await migrate(pool, 'command-api', new URL('../../migrations/', import.meta.url))
  const eventStore = memoryEventStore()
  const masterKey = keyRing(Buffer.alloc(32, 1))
  const personalData = await openPersonalData({ pool, masterKey, log: silentLog })
  onTestFinished(personalData.close)
  return { pool, eventStore, personalData, log: silentLog, now: () => new Date() }
}

test('the first start creates one superadministrator, with a password that is shown once', async () => {
  const shop = await openEmptyShop()
  const starts = await Promise.all(Array.from({ length: 4 }, () => ensureSuperadministrator(shop)))
  expect(starts.filter(({ password }) => password !== null)).toHaveLength(1)
  expect(new Set(starts.map(({ email }) => email)).size).toBe(1)
  expect((await ensureSuperadministrator(shop)).password).toBeNull()
  const { rows } = await shop.pool.query('select role, status, password_chosen from account')
  expect(rows).toEqual([{ role: 'superadministrator', status: 'pending', password_chosen: true }])
  expect(await shop.eventStore.headPosition()).toBe(1n)
})

test('S8.12 a printed password must be changed at the first sign-in, and gives access to nothing before', async () => {
  const staff = await openStaff()
  const { call } = staff
  const { email, password } = await ensureSuperadministrator({
    ...staff,
    log: silentLog,
    now: () => staff.clock.now,
  })
  staff.later(30 * 24 * 60)
  const first = await call('POST', '/api/login', { email, password })
  expect(first.body).toMatchObject({ status: 'pending', role: 'superadministrator' })
  const newcomer = { firstname: 'Ada', lastname: 'Obi', email: 'ada@strand.example', phone: '0803' }
  const body = { ...newcomer, countryCode: 'NG', roleid: 'auditor' }
  const create = (token: string) => call('POST', '/api/admin/create-user', body, token)
  expect((await create(first.body.accessToken)).status).toBe(403)
  const chosen = { password: 'Tide-under-7-moons', confirmPassword: 'Tide-under-7-moons' }
  const form = { email, oldPassword: password, ...chosen }
  expect((await call('POST', '/api/change-password', form)).status).toBe(200)
  expect((await call('POST', '/api/login', { email, password })).status).toBe(401)
  const { body: session } = await call('POST', '/api/login', { email, password: chosen.password })
  expect(session.status).toBe('active')
  expect((await create(session.accessToken)).status).toBe(201)
})

test('the settings name the person, and their password is not shown', async () => {
  const shop = await openEmptyShop()
  const made = await ensureSuperadministrator({
    ...shop,
    email: 'Ada@Shop.example',
    password: 'Tide-under-7-moons',
  })
  expect(made).toEqual({ email: 'ada@shop.example', password: null })
})

test('a password that breaks the rules stops the start with a one-sentence message', async () => {
  const shop = await openEmptyShop()
  await expect(ensureSuperadministrator({ ...shop, password: 'weakweak' })).rejects.toThrow(
    'Bad settings. SUPERADMIN_PASSWORD: Password should contain at least one uppercase character!.',
  )
})

test('the password is not lost if the log is down', async () => {
  const shop = await openEmptyShop()
  const eventStore = {
    ...shop.eventStore,
    append: () => Promise.reject(new Rejected('unavailable', 'away')),
  }
  const { password } = await ensureSuperadministrator({ ...shop, eventStore })
  expect(password).not.toBeNull()
  expect((await shop.pool.query('select from account_event')).rowCount).toBe(2)
})
