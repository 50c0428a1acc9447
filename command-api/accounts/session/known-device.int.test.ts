import { mailedToken } from '@strand/platform/crypto/mailed-token'
import { eventually } from '@strand/platform/testing/eventually'
import { expect, test } from 'vitest'
import { openStaff, otherPassword, password, tokenSecret } from '../../testing/test-staff.ts'

type Staff = Awaited<ReturnType<typeof openStaff>>

const stranger = '198.51.100.1'
const signInFrom = ({ call }: Staff, email: string, secret: string, cookie = '', from = stranger) =>
  call('POST', '/api/login', { email, password: secret }, undefined, { cookie, from })

/** Strangers at many addresses guess passwords until this email's sign-in is throttled. */
const lockOut = async (staff: Staff, email: string) => {
  for (let index = 0; index < 10; index++)
    await signInFrom(staff, email, 'wrong', '', `203.0.113.${index}`)
  expect((await signInFrom(staff, email, password)).status).toBe(429)
}

const linksOf = async ({ pool }: Staff, userId: string): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>(
    'select id from known_device_link where user_id = $1 order by made_at desc',
    [userId],
  )
  return rows.map(({ id }) => mailedToken(tokenSecret, 'known-device', id))
}

test('a browser that has signed in before is not locked out by strangers, and has five tries', async () => {
  const staff = await openStaff()
  const { email } = await staff.person('administrator')
  const first = await signInFrom(staff, email, password)
  const header = String(first.headers['set-cookie'])
  for (const part of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/;', 'Max-Age=15552000'])
    expect(header).toContain(part)
  expect(header).not.toContain(email)
  await lockOut(staff, email)
  const { status, cookie } = await signInFrom(staff, email, password, first.cookie)
  expect(status).toBe(200)
  for (let tries = 0; tries < 5; tries++)
    expect((await signInFrom(staff, email, 'wrong', cookie)).status).toBe(401)
  expect((await signInFrom(staff, email, password, cookie)).status).toBe(429)
  staff.later(15)
  expect((await signInFrom(staff, email, password, cookie)).status).toBe(200)
})

test('the cookie is bound to the account, to its password and to 180 days', async () => {
  const staff = await openStaff()
  const ada = await staff.person('administrator')
  const bola = await staff.person('auditor')
  const { cookie, body } = await signInFrom(staff, ada.email, password)
  await lockOut(staff, ada.email)
  await lockOut(staff, bola.email)
  const forged = cookie.replace(ada.userId, bola.userId)
  for (const other of [
    cookie,
    forged,
    `${cookie}x`,
    '__Host-strand_device=',
    'strand_device=a.b.c.d',
  ])
    expect((await signInFrom(staff, bola.email, password, other)).status).toBe(429)
  const changed = await staff.call(
    'POST',
    '/api/update-password',
    { oldPassword: password, password: otherPassword, confirmPassword: otherPassword },
    body.accessToken,
    { cookie },
  )
  expect(changed.status).toBe(200)
  expect((await signInFrom(staff, ada.email, otherPassword, cookie)).status).toBe(429)
  // The browser in which the password was changed stays known.
  expect((await signInFrom(staff, ada.email, otherPassword, changed.cookie)).status).toBe(200)
  staff.later(180 * 24 * 60)
  await lockOut(staff, ada.email)
  expect((await signInFrom(staff, ada.email, otherPassword, changed.cookie)).status).toBe(429)
})

test('resetting a password makes the browser used for it known', async () => {
  const staff = await openStaff()
  const { email, userId } = await staff.person('administrator')
  await lockOut(staff, email)
  await staff.call('POST', '/api/request-password-reset', { email })
  const reset = await staff.call('POST', `/api/reset-password/${await staff.resetLinkOf(userId)}`, {
    password: otherPassword,
    confirmPassword: otherPassword,
  })
  for (let index = 0; index < 10; index++)
    await signInFrom(staff, email, 'wrong', '', `203.0.113.${index}`)
  expect((await signInFrom(staff, email, otherPassword)).status).toBe(429)
  expect((await signInFrom(staff, email, otherPassword, reset.cookie)).status).toBe(200)
})

test('the person is mailed once a day, with a link that makes one browser known', async () => {
  const staff = await openStaff()
  const { email, userId } = await staff.person('administrator')
  await lockOut(staff, email)
  await eventually(
    () => staff.eventsOf(userId),
    (value) => value.includes('UserSignInSlowed'),
  )
  const [link] = await linksOf(staff, userId)
  const made = await staff.call('POST', `/api/known-device/${link}`)
  expect(made.status).toBe(200)
  expect((await signInFrom(staff, email, password, made.cookie)).status).toBe(200)
  expect(await staff.eventsOf(userId)).toContain('UserDeviceConfirmed')

  staff.later(60)
  await lockOut(staff, email)
  expect(await linksOf(staff, userId)).toHaveLength(1)
  staff.later(24 * 60)
  await lockOut(staff, email)
  expect(await linksOf(staff, userId)).toHaveLength(2)
})

test('the link works once, even among fifty uses at once, and for 24 hours', async () => {
  const staff = await openStaff()
  const { email, userId } = await staff.person('administrator')
  await lockOut(staff, email)
  const [link] = await linksOf(staff, userId)
  const open = async (token = link) =>
    (await staff.call('POST', `/api/known-device/${token}`)).status
  const statuses = await Promise.all(Array.from({ length: 50 }, () => open()))
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(49)
  staff.later(24 * 60 + 1)
  await lockOut(staff, email)
  const [next] = await linksOf(staff, userId)
  staff.later(24 * 60)
  expect(await open(next)).toBe(400)
  for (const token of ['x', mailedToken(tokenSecret, 'activation', userId), `${link}0`])
    expect(await open(token)).toBe(400)
})

test('no mail is sent for an unknown address or an archived person', async () => {
  const staff = await openStaff()
  const { email, userId } = await staff.person('administrator')
  await staff.pool.query(`update account set status = 'archived' where user_id = $1`, [userId])
  await lockOut(staff, email)
  await lockOut(staff, 'nobody@strand.example')
  expect((await staff.pool.query('select from known_device_link')).rowCount).toBe(0)
  await eventually(async () => (await staff.eventsOf(userId)).length, 10)
  expect(new Set(await staff.eventsOf(userId))).toEqual(new Set(['UserSignInFailed']))
})

test('guesses at a temporary password are counted and reported in the same way', async () => {
  const staff = await openStaff()
  const { email, userId } = await staff.person('administrator')
  const form = { oldPassword: 'wrong', password: otherPassword, confirmPassword: otherPassword }
  const guess = (index: number) =>
    staff.call('POST', '/api/change-password', { email, ...form }, undefined, {
      from: `203.0.113.${index}`,
    })
  for (let index = 0; index < 10; index++) expect((await guess(index)).status).toBe(400)
  expect((await guess(11)).status).toBe(429)
  expect((await signInFrom(staff, email, password)).status).toBe(429)
  await eventually(
    () => staff.eventsOf(userId),
    (value) => value.includes('UserSignInSlowed'),
  )
})

test('archiving invalidates the mailed link', async () => {
  const staff = await openStaff()
  const { email, userId } = await staff.person('administrator')
  await lockOut(staff, email)
  await staff.pool.query(`update account set status = 'archived' where user_id = $1`, [userId])
  const [link] = await linksOf(staff, userId)
  const { status, headers } = await staff.call('POST', `/api/known-device/${link}`)
  expect(status).not.toBe(200)
  expect(headers['set-cookie']).toBeUndefined()
})
