import { randomUUID } from 'node:crypto'
import { mailedToken } from '@strand/platform/crypto/mailed-token'
import { eventually } from '@strand/platform/testing/eventually'
import { expect, test } from 'vitest'
import { openStaff, otherPassword, password, tokenSecret } from '../../testing/test-staff.ts'

const chosen = { password: otherPassword, confirmPassword: otherPassword }
const profile = { firstname: 'Ada', lastname: 'Eze', phone: '0805' }

test('asking for a reset gives the same answer for an unknown address', async () => {
  const { person, call, eventsOf } = await openStaff()
  const ada = await person('administrator')
  const known = await call('POST', '/api/request-password-reset', { email: ada.email })
  const unknown = await call('POST', '/api/request-password-reset', { email: 'x@strand.example' })
  expect(known.status).toBe(200)
  expect(unknown.status).toBe(200)
  expect(unknown.body).toEqual(known.body)
  expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(known.headers).sort())
  await eventually(
    () => eventsOf(ada.userId),
    (value) => value.includes('UserPasswordResetRequested'),
  )
})

test('the work is the same too: a row is written for an unknown address as for a known one', async () => {
  const { person, call, pool } = await openStaff()
  const ada = await person('administrator')
  for (const email of [ada.email, 'x@strand.example'])
    await call('POST', '/api/request-password-reset', { email })
  const { rows } = await pool.query('select user_id from password_reset order by user_id')
  expect(rows).toEqual([{ user_id: ada.userId }, { user_id: null }])
})

test('a reset link sets a new password and ends every session', async () => {
  const { person, call, signIn, resetLinkOf, eventsOf } = await openStaff()
  const ada = await person('administrator')
  const { accessToken } = await signIn(ada)
  await call('POST', '/api/request-password-reset', { email: ada.email })
  const token = await resetLinkOf(ada.userId)
  const reset = await call('POST', `/api/reset-password/${token}`, chosen)
  expect(reset.status).toBe(200)
  expect(reset.body.responseMessage).toBe('Password reset successful')
  expect(reset.headers['x-position']).toBeDefined()
  expect((await call('PUT', '/api/admin/update-user', profile, accessToken)).status).toBe(401)
  expect((await call('POST', '/api/login', { email: ada.email, password })).status).toBe(401)
  await signIn({ ...ada, password: otherPassword })
  expect(await eventsOf(ada.userId)).toEqual(
    expect.arrayContaining(['UserPasswordResetRequested', 'UserPasswordReset']),
  )
})

test('fifty uses of one reset link at once give one success', async () => {
  const { person, call, resetLinkOf, eventsOf } = await openStaff()
  const ada = await person('administrator')
  await call('POST', '/api/request-password-reset', { email: ada.email })
  const token = await resetLinkOf(ada.userId)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => call('POST', `/api/reset-password/${token}`, chosen)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
  const resets = (await eventsOf(ada.userId)).filter((type) => type === 'UserPasswordReset')
  expect(resets).toHaveLength(1)
})

test('a reset link works for an hour, and only the newest one does', async () => {
  const { person, call, resetLinkOf, later } = await openStaff()
  const ada = await person('administrator')
  const ask = async () => {
    await call('POST', '/api/request-password-reset', { email: ada.email })
    return resetLinkOf(ada.userId)
  }
  const use = async (token: string) =>
    (await call('POST', `/api/reset-password/${token}`, chosen)).status
  const first = await ask()
  later(1)
  const second = await ask()
  expect(await use(first)).toBe(400)
  later(60)
  expect(await use(second)).toBe(400)
  const third = await ask()
  later(59)
  expect(await use(third)).toBe(200)
  expect(await use(third)).toBe(409)
  expect(await use(mailedToken(tokenSecret, 'password-reset', randomUUID()))).toBe(400)
})

test('changing the password invalidates the mailed link', async () => {
  const { person, call, signIn, resetLinkOf } = await openStaff()
  const ada = await person('administrator')
  await call('POST', '/api/request-password-reset', { email: ada.email })
  const token = await resetLinkOf(ada.userId)
  const { accessToken } = await signIn(ada)
  const change = { oldPassword: password, ...chosen }
  expect((await call('POST', '/api/update-password', change, accessToken)).status).toBe(200)
  const third = { password: 'Orchard=9-bells', confirmPassword: 'Orchard=9-bells' }
  expect((await call('POST', `/api/reset-password/${token}`, third)).status).toBe(400)
})

test('a mailbox gets at most five links an hour', async () => {
  const { person, call, pool } = await openStaff()
  const ada = await person('administrator')
  for (let times = 0; times < 8; times++)
    expect((await call('POST', '/api/request-password-reset', { email: ada.email })).status).toBe(
      200,
    )
  const { rows } = await pool.query('select from password_reset where user_id = $1', [ada.userId])
  expect(rows).toHaveLength(5)
})

test('a reset forgives failed sign-ins, since the person with the link owns the address', async () => {
  const { person, call, signIn, resetLinkOf } = await openStaff()
  const ada = await person('administrator')
  for (let tries = 0; tries < 5; tries++)
    await call('POST', '/api/login', { email: ada.email, password: 'wrong' })
  await call('POST', '/api/request-password-reset', { email: ada.email })
  await call('POST', `/api/reset-password/${await resetLinkOf(ada.userId)}`, chosen)
  await signIn({ ...ada, password: otherPassword })
})

test('a newcomer who confirms the address and then chooses a password is active', async () => {
  const { person, call, signIn, eventsOf } = await openStaff()
  const bola = await person('auditor', 'pending')
  const early = await call('POST', '/api/login', { email: bola.email, password: bola.password })
  expect(early.body.status).toBe('pending')
  const activated = await call('GET', `/api/activate-account/${bola.activation}`)
  expect(activated.status).toBe(200)
  const change = { email: bola.email, oldPassword: bola.password, ...chosen }
  expect((await call('POST', '/api/change-password', change)).status).toBe(200)
  const session = await call('POST', '/api/login', { email: bola.email, password: otherPassword })
  expect(session.body.status).toBe('active')
  expect(await eventsOf(bola.userId)).toEqual([
    'UserSignedIn',
    'UserEmailConfirmed',
    'UserPasswordChanged',
    'UserActivated',
    'UserSignedIn',
  ])
  await signIn({ ...bola, password: otherPassword })
})

test('if the password is chosen first, the link makes the account active', async () => {
  const { person, call, eventsOf } = await openStaff()
  const bola = await person('auditor', 'pending')
  const change = { email: bola.email, oldPassword: bola.password, ...chosen }
  expect((await call('POST', '/api/change-password', change)).status).toBe(200)
  const session = await call('POST', '/api/login', { email: bola.email, password: otherPassword })
  expect(session.body.status).toBe('pending')
  await call('GET', `/api/activate-account/${bola.activation}`)
  expect((await eventsOf(bola.userId)).at(-1)).toBe('UserActivated')
})

test('a used activation link says so in exactly the words that the screen expects', async () => {
  const { person, call } = await openStaff()
  const bola = await person('auditor', 'pending')
  const url = `/api/activate-account/${bola.activation}`
  const answers = await Promise.all(Array.from({ length: 20 }, () => call('GET', url)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(19)
  for (const { body } of refused)
    expect(body.message).toBe('Activation Token has already been used')
})

test('an activation link and a temporary password are invalid after 72 hours', async () => {
  const { person, call, later } = await openStaff()
  const bola = await person('auditor', 'pending')
  later(72 * 60 + 1)
  expect((await call('GET', `/api/activate-account/${bola.activation}`)).status).toBe(400)
  const change = { email: bola.email, oldPassword: bola.password, ...chosen }
  expect((await call('POST', '/api/change-password', change)).status).toBe(400)
  expect(
    (await call('POST', '/api/login', { email: bola.email, password: bola.password })).status,
  ).toBe(401)
})

test('a newcomer who comes too late gets in with a reset link', async () => {
  const { person, call, later, resetLinkOf } = await openStaff()
  const bola = await person('auditor', 'pending')
  later(100 * 60)
  await call('POST', '/api/request-password-reset', { email: bola.email })
  await call('POST', `/api/reset-password/${await resetLinkOf(bola.userId)}`, chosen)
  const session = await call('POST', '/api/login', { email: bola.email, password: otherPassword })
  expect(session.body.status).toBe('active')
})

test('a HEAD request does not use up an activation link', async () => {
  const { app, person, call } = await openStaff()
  const bola = await person('auditor', 'pending')
  const url = `/api/activate-account/${bola.activation}`
  expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(404)
  expect((await call('GET', url)).status).toBe(200)
})

test('only someone who is not active yet can change a password without signing in', async () => {
  const { person, call } = await openStaff()
  const ada = await person('administrator')
  const change = { email: ada.email, oldPassword: password, ...chosen }
  const active = await call('POST', '/api/change-password', change)
  const unknown = await call('POST', '/api/change-password', { ...change, email: 'x@y.example' })
  expect(active.status).toBe(400)
  expect(active.body).toEqual(unknown.body)
})

test('a password changed while signed in ends the other sessions, and keeps this one', async () => {
  const { person, call, signIn } = await openStaff()
  const ada = await person('administrator')
  const here = await signIn(ada)
  const there = await signIn(ada)
  const change = { oldPassword: password, ...chosen }
  const wrong = { ...change, oldPassword: 'wrong' }
  const refused = await call('POST', '/api/update-password', wrong, here.accessToken)
  expect(refused.status).toBe(400)
  expect(refused.body.details[0].path).toBe('oldPassword')
  expect((await call('POST', '/api/update-password', change, here.accessToken)).status).toBe(200)
  const own = { ...profile, password: otherPassword }
  expect((await call('PUT', '/api/admin/update-user', own, there.accessToken)).status).toBe(401)
  expect((await call('PUT', '/api/admin/update-user', own, here.accessToken)).status).toBe(200)
})

test('if one password is changed twice at once, one change is refused', async () => {
  const { person, call, signIn } = await openStaff()
  const { accessToken } = await signIn(await person('administrator'))
  const answers = await Promise.all(
    ['Orchard=9-bells', 'Harbour*3-owls'].map((next) =>
      call(
        'POST',
        '/api/update-password',
        { oldPassword: password, password: next, confirmPassword: next },
        accessToken,
      ),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('a new password must meet the rules, must not be common, and must be new', async () => {
  const { person, call, signIn } = await openStaff()
  const { accessToken } = await signIn(await person('administrator'))
  const refusal = async (next: unknown, confirmPassword = next) => {
    const { status, body } = await call(
      'POST',
      '/api/update-password',
      { oldPassword: password, password: next, confirmPassword },
      accessToken,
    )
    expect(status).toBe(400)
    return body.message
  }
  expect(await refusal('')).toBe('Please enter your new password!')
  expect(await refusal('lower-case-1')).toBe(
    'Password should contain at least one uppercase character!',
  )
  expect(await refusal('NoSpecial1')).toBe(
    'Password should contain at least one special character!',
  )
  expect(await refusal('No-numbers')).toBe(
    'Password should contain at least one numeric character!',
  )
  expect(await refusal('Sh-0rt')).toBe('Password too short, minimum of 8 characters!')
  expect(await refusal(otherPassword, 'other')).toBe(
    'The two passwords that you entered do not match!',
  )
  expect(await refusal('Password1!')).toBe(
    'This password is too common, please choose another one!',
  )
  expect(await refusal('Half-\ud800-pair-1')).toBe(
    'The text contains characters that cannot be stored',
  )
  expect(await refusal(password)).toBe('Please choose a password that differs from the old one!')
})
