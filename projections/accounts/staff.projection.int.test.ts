import { randomBytes, randomUUID } from 'node:crypto'
import { silentLog } from '@strand/event-sourcing/log'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, test } from 'vitest'
import { eventRecorder, projectionTables } from '../testing/projection.ts'
import { staffProjection } from './staff.projection.ts'

const setup = async () => {
  const { pool } = await testDatabase()
  const personalData = await openPersonalData({
    pool,
    masterKey: keyRing(randomBytes(32)),
    log: silentLog,
  })
  const staff = await projectionTables(pool, staffProjection(personalData), 'staff_v1')
  const log = eventRecorder()
  const userId = randomUUID()
  const key = await personalData.take()
  const ada = {
    firstname: 'Ada',
    lastname: 'Obi',
    email: 'ada@shop.example',
    phone: '0803 123 4567',
    countryCode: 'NG',
  }
  const record = (type: string, data: Record<string, unknown> = {}) =>
    log.record(`user-${userId}`, { type, data: { userId, ...data } })
  const created = () =>
    record('UserCreated', { role: 'administrator', personal: personalData.seal(key, ada) })
  return { personalData, staff, log, userId, key, ada, record, created }
}

test('a new member of staff is pending, and active once they have set their own password', async () => {
  const { staff, record, created, userId } = await setup()
  await staff.apply([created()])
  const [row] = await staff.rows('select * from staff')
  expect(row).toMatchObject({
    user_id: userId,
    first_name: 'Ada',
    last_name: 'Obi',
    email: 'ada@shop.example',
    role: 'administrator',
    status: 'pending',
  })
  await staff.apply([record('UserActivated')])
  expect(await staff.rows('select status from staff')).toEqual([{ status: 'active' }])
})

test('a restored account has the status it was archived with', async () => {
  const { staff, record, created } = await setup()
  await staff.apply([created(), record('UserArchived')])
  expect(await staff.rows('select status from staff')).toEqual([{ status: 'inactive' }])
  await staff.apply([record('UserRestored')])
  expect(await staff.rows('select status from staff')).toEqual([{ status: 'pending' }])
})

test('a change of details or role shows, and everything else stays', async () => {
  const { staff, record, created, personalData, key, ada } = await setup()
  await staff.apply([
    created(),
    record('UserUpdated', { personal: personalData.seal(key, { ...ada, phone: '0805 000 1111' }) }),
    record('UserRoleChanged', { from: 'administrator', to: 'auditor' }),
  ])
  expect(await staff.rows('select first_name, phone, role from staff')).toEqual([
    { first_name: 'Ada', phone: '0805 000 1111', role: 'auditor' },
  ])
})

test('an erased person is shown as erased after a rebuild', async () => {
  const { staff, created, personalData, key } = await setup()
  const event = created()
  await personalData.erase(key.id)
  await staff.apply([event])
  expect(await staff.rows('select first_name, last_name, email, phone from staff')).toEqual([
    { first_name: 'erased', last_name: '', email: 'erased', phone: 'erased' },
  ])
})

test('an erased staff member no longer has a name and is not in any list', async () => {
  const { staff, record, created, personalData, key } = await setup()
  await staff.apply([created(), record('UserArchived')])
  await personalData.erase(key.id)
  await staff.apply([record('UserPersonalDataErased')])
  const shown = 'select first_name, last_name, email, phone, country_code, status from staff'
  expect(await staff.rows(shown)).toEqual([
    {
      first_name: 'erased',
      last_name: '',
      email: 'erased',
      phone: 'erased',
      country_code: '',
      status: 'erased',
    },
  ])
})
