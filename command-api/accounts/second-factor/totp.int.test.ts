import { userStream } from '@strand/contracts/accounts/user'
import { mailedToken } from '@strand/platform/crypto/mailed-token'
import { eventually } from '@strand/platform/testing/eventually'
import { expect, test } from 'vitest'
import { openStaff, otherPassword, password, tokenSecret } from '../../testing/test-staff.ts'
import { enrolTotp } from '../../testing/totp-app.ts'
import { deleteExpiredRows } from '../account/cleanup.ts'

type Staff = Awaited<ReturnType<typeof openStaff>>
const step = '/api/login/second-factor'

const signInOf = ({ call }: Staff, email: string) => call('POST', '/api/login', { email, password })

const challengeOf = async (staff: Staff, email: string): Promise<string> =>
  (await signInOf(staff, email)).body.secondFactor.challenge

/** A person who enrolled an authenticator app some time ago. */
const enrolled = async (staff: Staff) => {
  const person = await staff.person('administrator')
  const { app, recoveryCodes } = await enrolTotp(staff, await staff.signIn(person))
  staff.later(1)
  return { ...person, app, recoveryCodes }
}

test('someone without a factor signs in as the specification says', async () => {
  const staff = await openStaff()
  const { body } = await signInOf(staff, (await staff.person('auditor')).email)
  expect(body.accessToken).toEqual(expect.any(String))
  expect(body).not.toHaveProperty('secondFactor')
})

test('with an authenticator app, the password gives a challenge, and the code the tokens', async () => {
  const staff = await openStaff()
  const { email, userId, app, recoveryCodes } = await enrolled(staff)
  expect(recoveryCodes).toHaveLength(10)
  const first = await signInOf(staff, email)
  expect(first.status).toBe(200)
  expect(first.body.secondFactor).toEqual({
    methods: ['totp', 'recovery'],
    challenge: expect.any(String),
  })
  expect(JSON.stringify(first.body)).not.toMatch(/accessToken|refreshToken/)
  expect(first.headers['set-cookie']).toBeUndefined()
  const { challenge } = first.body.secondFactor
  const second = await staff.call('POST', step, { challenge, code: app.code() })
  expect(second.body).toMatchObject({ userName: email, refreshToken: expect.any(String) })
  expect(second.body).not.toHaveProperty('recoveryCodes')
  expect(second.cookie).toMatch(/^__Host-strand_device=/)
  expect((await staff.eventsOf(userId)).slice(-2)).toEqual([
    'UserSecondFactorEnrolled',
    'UserSignedIn',
  ])
  const list = await staff.call(
    'GET',
    '/api/admin/second-factor',
    undefined,
    second.body.accessToken,
  )
  expect(list.body.result).toMatchObject({ passkeys: [], recoveryCodes: 10, required: false })
})

test('S8.9 a code works once, in any process, and so does a challenge', async () => {
  const staff = await openStaff()
  const { email, app } = await enrolled(staff)
  const by = await staff.anotherProcess()
  const code = app.code()
  const challenges = [await challengeOf(staff, email), await challengeOf(staff, email)]
  const answers = await Promise.all(
    challenges.map((challenge, n) =>
      staff.call('POST', step, { challenge, code }, undefined, n ? { by } : {}),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  staff.later(1)
  const [used] = challenges.filter((_, n) => answers[n]?.status === 200)
  const again = await staff.call('POST', step, { challenge: used, code: app.code() })
  expect(again.status).toBe(401)
  expect(again.body.details ?? []).toEqual([])
})

test('the same challenge and code sent ten times at once start one session', async () => {
  const staff = await openStaff()
  const { email, userId, app } = await enrolled(staff)
  const challenge = await challengeOf(staff, email)
  const code = app.code()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => staff.call('POST', step, { challenge, code })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await staff.pool.query('select from session where user_id = $1', [userId])
  expect(rows).toHaveLength(2)
})

test('a recovery code works once, in any case and without hyphens', async () => {
  const staff = await openStaff()
  const { email, userId, recoveryCodes } = await enrolled(staff)
  const [typed = ''] = recoveryCodes
  const send = async (code: string) =>
    staff.call('POST', step, { challenge: await challengeOf(staff, email), code })
  expect((await send(typed.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
  expect((await send(typed)).status).toBe(401)
  expect(await staff.eventsOf(userId)).toContain('UserRecoveryCodeUsed')
})

test('a stolen challenge is useless without its own person’s factor', async () => {
  const staff = await openStaff()
  const [ada, bola] = [await enrolled(staff), await enrolled(staff)]
  const challenge = await challengeOf(staff, ada.email)
  const [code] = bola.recoveryCodes
  for (const given of [bola.app.code(), code])
    expect((await staff.call('POST', step, { challenge, code: given })).status).toBe(401)
  for (const forged of [
    'x',
    mailedToken(tokenSecret, 'sign-in-challenge', ada.userId),
    mailedToken(tokenSecret, 'activation', ada.userId),
  ])
    expect(
      (await staff.call('POST', step, { challenge: forged, code: ada.app.code() })).status,
    ).toBe(401)
})

test('a challenge ends after ten minutes or with a new password, and is then deleted', async () => {
  const staff = await openStaff()
  const { email, userId, app } = await enrolled(staff)
  const early = await challengeOf(staff, email)
  staff.later(10)
  expect((await staff.call('POST', step, { challenge: early, code: app.code() })).status).toBe(401)
  const challenge = await challengeOf(staff, email)
  await staff.pool.query(
    'update account set password_version = password_version + 1 where user_id = $1',
    [userId],
  )
  expect((await staff.call('POST', step, { challenge, code: app.code() })).status).toBe(401)
  staff.later(11)
  await deleteExpiredRows(staff.pool, staff.clock.now)
  expect((await staff.pool.query('select from sign_in_challenge')).rows).toEqual([])
})

test('a person has at most ten challenges', async () => {
  const staff = await openStaff()
  const { email } = await enrolled(staff)
  for (let n = 0; n < 14; n++) await challengeOf(staff, email)
  expect((await staff.pool.query('select from sign_in_challenge')).rows).toHaveLength(10)
})

test('after ten wrong codes, a network waits 15 minutes; a known browser elsewhere does not', async () => {
  const staff = await openStaff()
  const { email, userId, app } = await enrolled(staff)
  const first = await staff.call('POST', step, {
    challenge: await challengeOf(staff, email),
    code: app.code(),
  })
  staff.later(1)
  const stranger = { from: '198.51.100.7' }
  const challenge = await challengeOf(staff, email)
  for (let tries = 0; tries < 10; tries++) {
    const wrong = await staff.call('POST', step, { challenge, code: '000000' }, undefined, stranger)
    expect(wrong.status).toBe(401)
    expect(wrong.body.details).toEqual([{ path: 'code', message: wrong.body.message }])
  }
  const code = app.code()
  const refused = await staff.call('POST', step, { challenge, code }, undefined, stranger)
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toBe('900')
  await eventually(
    () => staff.eventsOf(userId),
    (events) => events.filter((type) => type === 'UserSecondFactorFailed').length === 10,
  )
  // The same code works in the owner's browser: nobody else can lock the owner out.
  const { cookie } = first
  const own = await staff.call('POST', step, { challenge, code }, undefined, { cookie })
  expect(own.status).toBe(200)
})

/**
 * Someone with the password guesses codes, each time from another network, and slowly enough for
 * the throttle.
 */
const guess = async (staff: Staff, email: string, times: number) => {
  let challenge = ''
  for (let n = 0; n < times; n++) {
    staff.later(1)
    if (n % 5 === 0) challenge = await challengeOf(staff, email)
    const from = { from: `198.51.100.${n % 200}` }
    const { status } = await staff.call(
      'POST',
      step,
      { challenge, code: '000000' },
      undefined,
      from,
    )
    expect(status).toBe(401)
  }
}
const countOf = async (staff: Staff, userId: string, type: string) =>
  (await staff.eventsOf(userId)).filter((one) => one === type).length
const passOf = async (staff: Staff, email: string, code: string) => {
  const challenge = await challengeOf(staff, email)
  return staff.call('POST', step, { challenge, code })
}

test('S8.15 someone who fails the second step ten times in a row knows the password: its owner is told once', async () => {
  const staff = await openStaff()
  const { email, userId, app } = await enrolled(staff)
  await guess(staff, email, 9)
  expect((await passOf(staff, email, app.code())).status).toBe(200)
  await guess(staff, email, 9)
  expect(await countOf(staff, userId, 'UserPasswordKnown')).toBe(0)
  await guess(staff, email, 6)
  await eventually(() => countOf(staff, userId, 'UserSecondFactorFailed'), 24)
  expect(await countOf(staff, userId, 'UserPasswordKnown')).toBe(1)
})

test('S8.15 after a hundred failures the password becomes invalid, and a mailed link sets a new one', async () => {
  const staff = await openStaff()
  const { email, userId, app } = await enrolled(staff)
  const { accessToken } = (await passOf(staff, email, app.code())).body
  const late = await challengeOf(staff, email)
  await guess(staff, email, 99)
  expect((await signInOf(staff, email)).status).toBe(200)
  await guess(staff, email, 1)
  await eventually(() => countOf(staff, userId, 'UserPasswordEnded'), 1)
  expect((await signInOf(staff, email)).status).toBe(401)
  expect((await staff.call('POST', step, { challenge: late, code: app.code() })).status).toBe(401)
  const { rows } = await staff.pool.query('select from session where user_id = $1', [userId])
  expect([rows.length > 0, typeof accessToken]).toEqual([true, 'string'])

  expect((await staff.call('POST', '/api/request-password-reset', { email })).status).toBe(200)
  const link = await staff.resetLinkOf(userId)
  const body = { password: otherPassword, confirmPassword: otherPassword }
  expect((await staff.call('POST', `/api/reset-password/${link}`, body)).status).toBe(200)
  const again = await staff.call('POST', '/api/login', { email, password: otherPassword })
  expect(again.body.secondFactor).toMatchObject({ methods: ['totp', 'recovery'] })
})

test('no secret and no code is in the database in plain text, and erasing a person ends them', async () => {
  const staff = await openStaff()
  const { userId, app, recoveryCodes } = await enrolled(staff)
  const { rows } = await staff.pool.query(
    `select (select string_agg(totp::text, ' ') from totp) || (select string_agg(r::text, ' ') from recovery_code r) as text`,
  )
  const text: string = rows[0].text
  expect(text).not.toContain(app.secret)
  for (const code of recoveryCodes) expect(text).not.toContain(code)
  const stream = await staff.eventStore.readStream(userStream(userId))
  expect(JSON.stringify(stream.map(({ data }) => data))).not.toContain(app.secret)

  const { accessToken } = await staff.signIn(await staff.person('superadministrator'))
  const remove = (path: string) => staff.call('DELETE', path, undefined, accessToken)
  expect((await remove(`/api/admin/delete-user/${userId}`)).status).toBe(200)
  expect((await remove(`/api/admin/users/${userId}/personal-data`)).status).toBe(200)
  const left = await staff.pool.query('select from totp union all select from recovery_code')
  expect(left.rows).toEqual([])
})
