import { openPersonalData } from '@strand/platform/crypto/personal-data'
import { Rejected } from '@strand/platform/errors'
import { memoryEventStore } from '@strand/platform/event-store/memory'
import { silentLog } from '@strand/platform/log'
import { migrate } from '@strand/platform/postgres/migrate'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { ensureSuperadministrator } from './superadministrator.ts'

const openEmptyShop = async () => {
  const { pool } = await testDatabase()
  await migrate(pool, 'command-api', new URL('../../migrations/', import.meta.url))
  const eventStore = memoryEventStore()
  const masterKey = Buffer.alloc(32, 1)
  const personalData = await openPersonalData({ pool, masterKey, log: silentLog })
  onTestFinished(personalData.close)
  return { pool, eventStore, personalData, log: silentLog, now: () => new Date() }
}

test('the first start makes one superadministrator, with a password that is shown once', async () => {
  const shop = await openEmptyShop()
  const starts = await Promise.all(Array.from({ length: 4 }, () => ensureSuperadministrator(shop)))
  expect(starts.filter(({ password }) => password !== null)).toHaveLength(1)
  expect(new Set(starts.map(({ email }) => email)).size).toBe(1)
  expect((await ensureSuperadministrator(shop)).password).toBeNull()
  const { rows } = await shop.pool.query('select role, status, password_chosen from account')
  expect(rows).toEqual([{ role: 'superadministrator', status: 'active', password_chosen: true }])
  expect(await shop.eventStore.headPosition()).toBe(2n)
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

test('a password that breaks the rules stops the start with one sentence', async () => {
  const shop = await openEmptyShop()
  await expect(ensureSuperadministrator({ ...shop, password: 'weakweak' })).rejects.toThrow(
    'Bad settings. SUPERADMIN_PASSWORD: Password should contain at least one uppercase character!.',
  )
})

test('a log that is away does not lose the password', async () => {
  const shop = await openEmptyShop()
  const eventStore = {
    ...shop.eventStore,
    append: () => Promise.reject(new Rejected('unavailable', 'away')),
  }
  const { password } = await ensureSuperadministrator({ ...shop, eventStore })
  expect(password).not.toBeNull()
  expect((await shop.pool.query('select from account_event')).rowCount).toBe(3)
})
