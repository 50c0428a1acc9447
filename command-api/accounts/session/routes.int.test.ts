import { sessionMinutes } from '@strand/contracts/accounts/session'
import { accessTokenMinutes } from '@strand/platform/crypto/access-token'
import { mailedToken } from '@strand/platform/crypto/mailed-token'
import { eventually } from '@strand/platform/testing/eventually'
import { expect, test } from 'vitest'
import { openStaff, otherPassword, password, tokenSecret } from '../../testing/test-staff.ts'
import { deleteExpiredRows } from '../account/cleanup.ts'

const profile = { firstname: 'Ada', lastname: 'Eze', phone: '0805' }

test('the inactivity limit is the same in the contract and in the tokens', () =>
  expect(accessTokenMinutes).toBe(sessionMinutes))

test('signing in returns tokens, the person and their role’s permissions', async () => {
  const { person, call, eventsOf } = await openStaff()
  const ada = await person('administrator')
  const { status, body, headers } = await call('POST', '/api/login', {
    email: ada.email.toUpperCase(),
    password,
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    isSuccessful: true,
    userid: ada.userId,
    userName: ada.email,
    firstname: 'Ada',
    role: 'administrator',
    status: 'active',
    accessToken: expect.any(String),
    refreshToken: expect.any(String),
  })
  expect(body.permissions).toContain('orders.manage')
  expect(headers['x-position']).toBe('0')
  expect(await eventsOf(ada.userId)).toEqual(['UserSignedIn'])
})

test('an unknown address, a wrong password and a former colleague get the same answer', async () => {
  const { person, call, pool, eventsOf } = await openStaff()
  const ada = await person('administrator')
  const gone = await person('auditor')
  await pool.query(`update account set status = 'archived' where user_id = $1`, [gone.userId])
  const answers = [
    await call('POST', '/api/login', { email: 'nobody@strand.example', password }),
    await call('POST', '/api/login', { email: ada.email, password: otherPassword }),
    await call('POST', '/api/login', { email: gone.email, password }),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual(answers[0]?.body)
  }
  await eventually(
    () => eventsOf(ada.userId),
    (value) => value.includes('UserSignInFailed'),
  )
  await eventually(
    () => eventsOf(gone.userId),
    (value) => value.includes('UserSignInFailed'),
  )
})

test('after five failures an address waits until the 15 minutes are over, known or not', async () => {
  const { person, call, later } = await openStaff()
  const ada = await person('administrator')
  for (const email of [ada.email, 'nobody@strand.example']) {
    for (let tries = 0; tries < 5; tries++)
      expect((await call('POST', '/api/login', { email, password: 'wrong' })).status).toBe(401)
    const refused = await call('POST', '/api/login', { email, password })
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('900')
  }
  later(14)
  expect((await call('POST', '/api/login', { email: ada.email, password })).status).toBe(429)
  later(1)
  expect((await call('POST', '/api/login', { email: ada.email, password })).status).toBe(200)
})

test('thirty attempts at once count as no more than five', async () => {
  const { person, call } = await openStaff()
  const ada = await person('administrator')
  const answers = await Promise.all(
    Array.from({ length: 30 }, () =>
      call('POST', '/api/login', { email: ada.email, password: 'wrong' }),
    ),
  )
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(25)
})

test('a success clears the failures before it', async () => {
  const { person, call } = await openStaff()
  const ada = await person('administrator')
  for (let round = 0; round < 2; round++) {
    for (let tries = 0; tries < 4; tries++)
      await call('POST', '/api/login', { email: ada.email, password: 'wrong' })
    expect((await call('POST', '/api/login', { email: ada.email, password })).status).toBe(200)
  }
})

test('a session ends after 18 minutes without a request', async () => {
  const { person, call, signIn, later } = await openStaff()
  const session = await signIn(await person('administrator'))
  const token = session.accessToken
  const ask = async () =>
    (await call('PUT', '/api/admin/update-user', { ...profile, password }, token)).status
  later(17)
  expect(await ask()).toBe(200)
  later(17)
  // The token's own 18 minutes are over, but the session lives on: a refresh gives a new token.
  expect(await ask()).toBe(401)
  const { email, refreshToken } = session
  const refreshed = await call('POST', '/api/refresh-token', { email, refreshToken })
  expect(refreshed.status).toBe(200)
  later(18)
  const { refreshToken: next } = refreshed.body
  expect((await call('POST', '/api/refresh-token', { email, refreshToken: next })).status).toBe(401)
})

test('a session ends after 12 hours whatever happens', async () => {
  const { person, call, signIn, later } = await openStaff()
  let session = await signIn(await person('administrator'))
  for (let minutes = 15; minutes < 12 * 60; minutes += 15) {
    later(15)
    const { email, refreshToken } = session
    const { status, body } = await call('POST', '/api/refresh-token', { email, refreshToken })
    expect(status).toBe(200)
    session = body
  }
  later(15)
  const { email, refreshToken, accessToken } = session
  expect((await call('POST', '/api/refresh-token', { email, refreshToken })).status).toBe(401)
  expect((await call('PUT', '/api/admin/update-user', profile, accessToken)).status).toBe(401)
})

test('a refresh token works once, and using it again later ends the session', async () => {
  const { person, call, signIn, later } = await openStaff()
  const first = await signIn(await person('administrator'))
  const refresh = (refreshToken: string) =>
    call('POST', '/api/refresh-token', { email: first.email, refreshToken })
  const second = await refresh(first.refreshToken)
  expect(second.status).toBe(200)
  expect(second.body.refreshToken).not.toBe(first.refreshToken)
  later(0.2)
  expect((await refresh(first.refreshToken)).status).toBe(401)
  expect((await refresh(second.body.refreshToken)).status).toBe(401)
  const own = await call('PUT', '/api/admin/update-user', profile, second.body.accessToken)
  expect(own.status).toBe(401)
})

test('two tabs that refresh at once get the same successor', async () => {
  const { person, call, signIn, later } = await openStaff()
  const first = await signIn(await person('administrator'))
  const refresh = (refreshToken: string) =>
    call('POST', '/api/refresh-token', { email: first.email, refreshToken })
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refreshToken)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const successors = new Set(answers.map(({ body }) => body.refreshToken))
  expect(successors.size).toBe(1)
  later(0.15)
  expect((await refresh(first.refreshToken)).body.refreshToken).toBe([...successors][0])
})

test('a forged refresh token is refused, and ends nobody’s session', async () => {
  const { person, call, signIn } = await openStaff()
  const bola = await person('auditor')
  const session = await signIn(await person('administrator'))
  const { email, refreshToken } = session
  const [id, , mac] = refreshToken.split('.')
  for (const forged of [
    `${id}.0.${'A'.repeat(43)}`,
    `${id}.1.${mac}`,
    `${bola.userId}.0.${mac}`,
    session.accessToken.slice(0, 200),
    mailedToken(tokenSecret, 'password-reset', bola.userId),
    'x',
  ])
    expect((await call('POST', '/api/refresh-token', { email, refreshToken: forged })).status).toBe(
      401,
    )
  const other = await call('POST', '/api/refresh-token', { email: bola.email, refreshToken })
  expect(other.status).toBe(401)
  expect((await call('POST', '/api/refresh-token', { email, refreshToken })).status).toBe(200)
})

test('no refresh token can be read from the database', async () => {
  const { person, signIn, pool } = await openStaff()
  const { refreshToken } = await signIn(await person('administrator'))
  const mac = refreshToken.split('.')[2] ?? ''
  const { rows } = await pool.query('select session::text as row from session')
  expect(rows).toHaveLength(1)
  for (const { row } of rows) {
    expect(row).not.toContain(mac)
    expect(row).not.toContain(Buffer.from(mac, 'base64url').toString('hex'))
  }
})

test('signing out ends the session at once, and only that one', async () => {
  const { person, call, signIn, eventsOf } = await openStaff()
  const ada = await person('administrator')
  const here = await signIn(ada)
  const there = await signIn(ada)
  const { refreshToken, accessToken } = here
  const out = await call('POST', '/api/logout', { refreshToken }, accessToken)
  expect(out.status).toBe(204)
  expect(out.body).toBeUndefined()
  expect(out.headers['x-position']).toBe('2')
  // A second click gives neither an error nor a second event.
  expect((await call('POST', '/api/logout', { refreshToken }, accessToken)).status).toBe(204)
  const ask = async (token: string) =>
    (await call('PUT', '/api/admin/update-user', { ...profile, password }, token)).status
  expect(await ask(accessToken)).toBe(401)
  expect(await ask(there.accessToken)).toBe(200)
  expect(await eventsOf(ada.userId)).toEqual([
    'UserSignedIn',
    'UserSignedIn',
    'UserSignedOut',
    'UserUpdated',
  ])
  expect((await call('POST', '/api/logout', { refreshToken: 'x' })).status).toBe(401)
})

test('no token can be used in place of another', async () => {
  const { person, call, signIn } = await openStaff()
  const ada = await person('administrator')
  const { accessToken, refreshToken } = await signIn(ada)
  const newPasswords = { password: otherPassword, confirmPassword: otherPassword }
  for (const token of [refreshToken, ada.activation, 'x.y.z'])
    expect((await call('PUT', '/api/admin/update-user', profile, token)).status).toBe(401)
  for (const token of [accessToken.slice(0, 190), refreshToken, ada.activation])
    expect((await call('POST', `/api/reset-password/${token}`, newPasswords)).status).toBe(400)
  const reset = mailedToken(tokenSecret, 'password-reset', ada.userId)
  for (const token of [accessToken.slice(0, 190), refreshToken, reset])
    expect((await call('GET', `/api/activate-account/${token}`)).status).toBe(400)
})

test('a password hashed with weaker parameters is hashed again at the next sign-in', async () => {
  const { person, signIn, pool } = await openStaff()
  const ada = await person('administrator')
  const { hash } = await import('@node-rs/argon2')
  const weak = await hash(password, { memoryCost: 8_192, timeCost: 1 })
  await pool.query('update account set password_hash = $1', [weak])
  await Promise.all([signIn(ada), signIn(ada), signIn(ada)])
  const { rows } = await pool.query('select password_hash from account')
  expect(rows[0].password_hash).toMatch(/m=19456,t=2,p=1/)
  await signIn(ada)
})

test('sessions, failures and links that have expired are deleted', async () => {
  const { person, call, signIn, pool, clock, later } = await openStaff()
  const ada = await person('administrator')
  await signIn(ada)
  await call('POST', '/api/login', { email: ada.email, password: 'wrong' })
  for (const email of [ada.email, 'nobody@strand.example'])
    await call('POST', '/api/request-password-reset', { email })
  const left = async () => {
    const count = async (table: string) => (await pool.query(`select from ${table}`)).rowCount
    return [await count('session'), await count('sign_in_failure'), await count('password_reset')]
  }
  await deleteExpiredRows(pool, clock.now)
  expect(await left()).toEqual([1, 1, 2])
  later(25 * 60)
  await deleteExpiredRows(pool, clock.now)
  expect(await left()).toEqual([0, 0, 1])
  later(30 * 24 * 60)
  await deleteExpiredRows(pool, clock.now)
  expect(await left()).toEqual([0, 0, 0])
})

test('a refusal names the field that breaks a rule', async () => {
  const { call } = await openStaff()
  const { status, body } = await call('POST', '/api/login', { email: 'ada', password: '' })
  expect(status).toBe(400)
  expect(body.details).toEqual([
    { path: 'email', message: 'The input is not valid E-mail!' },
    { path: 'password', message: 'Please enter Password!' },
  ])
})
