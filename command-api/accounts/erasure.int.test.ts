import { expect, test } from 'vitest'
import { openStaff, otherPassword, password } from '../testing/test-staff.ts'

type Staff = Awaited<ReturnType<typeof openStaff>>

const archived = async ({ pool, person }: Staff) => {
  const ada = await person('administrator')
  await pool.query(`update account set status = 'archived' where user_id = $1`, [ada.userId])
  return ada
}
const erase = ({ call }: Staff, userId: string, token: string) =>
  call('DELETE', `/api/admin/users/${userId}/personal-data`, undefined, token)

/** All rows of command-api's tables. Data in sealed boxes cannot be read from them. */
const tablesOf = async ({ pool }: Staff) => {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const contents = rows.map(({ name }) => pool.query(`select t::text as row from ${name} t`))
  return JSON.stringify((await Promise.all(contents)).map(({ rows }) => rows))
}

test('nothing but an id is left of an erased user, and the address is free again', async () => {
  const staff = await openStaff()
  const { accessToken } = await staff.signIn(await staff.person('superadministrator'))
  const ada = await archived(staff)
  await staff.call('POST', '/api/request-password-reset', { email: ada.email })
  expect(await tablesOf(staff)).toContain(ada.email)
  const erased = await erase(staff, ada.userId.toUpperCase(), accessToken)
  expect(erased.status).toBe(200)
  expect(erased.headers['x-position']).toBeDefined()
  expect(await staff.eventsOf(ada.userId)).toEqual(['UserPersonalDataErased'])
  const left = await tablesOf(staff)
  expect(left).not.toContain(ada.email)
  expect(left).not.toContain(ada.userId)
  expect(await staff.personalData.open([ada.personal])).toEqual([null])

  expect((await staff.call('POST', '/api/login', { email: ada.email, password })).status).toBe(401)
  const restore = `/api/admin/restore-user/${ada.userId}`
  expect((await staff.call('PUT', restore, undefined, accessToken)).status).toBe(404)
  expect((await erase(staff, ada.userId, accessToken)).status).toBe(404)
  const details = { firstname: 'Ada', lastname: 'Obi', phone: '0803', roleid: 'auditor' }
  const hired = { ...details, email: ada.email }
  expect((await staff.call('POST', '/api/admin/create-user', hired, accessToken)).status).toBe(201)
})

test('only archived users can be erased, and only by a superadministrator', async () => {
  const staff = await openStaff()
  const owner = await staff.person('superadministrator')
  const { accessToken } = await staff.signIn(owner)
  const bola = await staff.person('auditor')
  for (const { userId } of [bola, owner])
    expect((await erase(staff, userId, accessToken)).status).toBe(409)
  expect((await erase(staff, 'nobody', accessToken)).status).toBe(404)
  const ada = await archived(staff)
  const manager = await staff.signIn(await staff.person('administrator'))
  expect((await erase(staff, ada.userId, manager.accessToken)).status).toBe(403)
  expect(await staff.personalData.open([ada.personal, bola.personal])).not.toContain(null)
})

test('if ten people erase at once, one of them does it', async () => {
  const staff = await openStaff()
  const { accessToken } = await staff.signIn(await staff.person('superadministrator'))
  const ada = await archived(staff)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => erase(staff, ada.userId, accessToken)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await staff.eventsOf(ada.userId)).toEqual(['UserPersonalDataErased'])
})

test('a new password that contains its owner’s or the shop’s name is refused after the old one was proved', async () => {
  const staff = await openStaff()
  const { accessToken } = await staff.signIn(await staff.person('administrator'))
  const refusal = async (chosen: string, oldPassword = password) => {
    const form = { oldPassword, password: chosen, confirmPassword: chosen }
    const { body } = await staff.call('POST', '/api/update-password', form, accessToken)
    return body.message
  }
  const holdsName =
    'Password should not contain your name, your email address or the name of the shop!'
  for (const chosen of ['Obi-2026!', 'Strand-hair-7', 'Administrator.7!'])
    expect(await refusal(chosen)).toBe(holdsName)
  expect(await refusal('Obi-2026!', 'wrong')).toBe('The email or the old password is wrong')
  expect(await refusal(otherPassword)).toBe('Your password was changed')
})
