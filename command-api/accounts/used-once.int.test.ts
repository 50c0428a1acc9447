import { randomUUID } from 'node:crypto'
import { onceKeyLength, repeatableMinutes } from '@strand/contracts/endpoint'
import { allEndpoints } from '@strand/contracts/endpoints'
import { mailedToken } from '@strand/platform/crypto/mailed-token'
import { someOf } from '@strand/platform/testing/random'
import { describe, expect, test } from 'vitest'
import { startOidcProvider } from '../testing/oidc-provider.ts'
import { formFor, openShop, uploaded } from '../testing/test-shop.ts'
import { openStaff, otherPassword, password, tokenSecret } from '../testing/test-staff.ts'
import { enrolTotp, totpApp } from '../testing/totp-app.ts'
import { deleteExpiredRows } from './account/cleanup.ts'

type Staff = Awaited<ReturnType<typeof openStaff>>
type Answer = Awaited<ReturnType<Staff['call']>>
type Body = Record<string, unknown>

type Single = {
  send: (key: string | undefined, body?: Body) => Promise<Answer>
  body?: Body | undefined
  /** Another body that would also be valid. */
  otherBody?: Body | undefined
  noted: () => Promise<unknown>
  later: (minutes: number) => void
}

const newPassword = (word: string) => ({ password: word, confirmPassword: word })
const step = '/api/login/second-factor'

const openWith = async (options: Parameters<typeof openStaff>[2] = {}) => {
  const staff = await openStaff(undefined, undefined, options)
  const single = (
    userId: string,
    method: 'GET' | 'POST',
    url: string,
    { body, otherBody, token, cookie }: Partial<Single> & { token?: string; cookie?: string } = {},
  ): Single => ({
    body,
    otherBody,
    send: (key, given = body) =>
      staff.call(method, url, given, token, {
        ...(key && { key }),
        ...(cookie && { cookie }),
      }),
    noted: async () => [
      await staff.eventsOf(userId),
      (await staff.pool.query('select failed_second_steps from account')).rows,
      (await staff.pool.query('select count(*) from session where ended_at is null')).rows,
      (await staff.pool.query('select sum(failures) from sign_in_failure')).rows,
    ],
    later: staff.later,
  })
  return { ...staff, single }
}

const challenged = async () => {
  const staff = await openWith()
  const person = await staff.person('administrator')
  const { app, recoveryCodes } = await enrolTotp(staff, await staff.signIn(person))
  staff.later(1)
  const { body } = await staff.call('POST', '/api/login', { email: person.email, password })
  const { challenge } = body.secondFactor as { challenge: string }
  return { ...staff, ...person, app, recoveryCodes, challenge }
}

const examples: Record<string, Record<string, () => Promise<Single>>> = {
  refreshSession: {
    'a refresh token': async () => {
      const staff = await openWith()
      const { userId, ...person } = await staff.person('auditor')
      const { email, refreshToken } = await staff.signIn(person)
      return staff.single(userId, 'POST', '/api/refresh-token', { body: { email, refreshToken } })
    },
  },
  activateAccount: {
    'an activation link': async () => {
      const staff = await openWith()
      const { userId, activation } = await staff.person('auditor', 'pending')
      return staff.single(userId, 'GET', `/api/activate-account/${activation}`)
    },
  },
  confirmDevice: {
    'a known-device link': async () => {
      const staff = await openWith()
      const { userId } = await staff.person('auditor')
      const linkId = randomUUID()
      await staff.pool.query(
        'insert into known_device_link (id, user_id, made_at) values ($1, $2, $3)',
        [linkId, userId, staff.clock.now],
      )
      const token = mailedToken(tokenSecret, 'known-device', linkId)
      return staff.single(userId, 'POST', `/api/known-device/${token}`)
    },
  },
  changeTemporaryPassword: {
    'a temporary password': async () => {
      const staff = await openWith()
      const { userId, email, password: oldPassword } = await staff.person('auditor', 'pending')
      const url = '/api/change-password'
      const body = { email, oldPassword, ...newPassword(password) }
      const otherBody = { ...body, ...newPassword(otherPassword) }
      return staff.single(userId, 'POST', url, { body, otherBody })
    },
  },
  updatePassword: {
    'an old password': async () => {
      const staff = await openWith()
      const { userId, ...person } = await staff.person('auditor')
      const { accessToken: token } = await staff.signIn(person)
      const body = { oldPassword: password, ...newPassword(otherPassword) }
      return staff.single(userId, 'POST', '/api/update-password', { token, body })
    },
  },
  resetPassword: {
    'a reset link': async () => {
      const staff = await openWith()
      const { userId, email } = await staff.person('auditor')
      await staff.call('POST', '/api/request-password-reset', { email })
      const url = `/api/reset-password/${await staff.resetLinkOf(userId)}`
      const [body, otherBody] = [newPassword(otherPassword), newPassword('Anchor-9-mangoes!')]
      return staff.single(userId, 'POST', url, { body, otherBody })
    },
  },
  requestPasswordReset: {
    'a request for a reset link': async () => {
      const staff = await openWith()
      const { userId, email } = await staff.person('auditor')
      const single = staff.single(userId, 'POST', '/api/request-password-reset', {
        body: { email },
      })
      const links = async () => (await staff.pool.query('select id from password_reset')).rows
      return { ...single, noted: links }
    },
  },
  proveSecondFactor: {
    'a code of an app': async () => {
      const { challenge, app, userId, single, recoveryCodes } = await challenged()
      const body = { challenge, code: app.code() }
      const otherBody = { challenge, code: recoveryCodes[0] }
      return single(userId, 'POST', step, { body, otherBody })
    },
    'a recovery code': async () => {
      const { challenge, userId, single, recoveryCodes } = await challenged()
      const body = { challenge, code: recoveryCodes[0] }
      const otherBody = { challenge, code: recoveryCodes[1] }
      return single(userId, 'POST', step, { body, otherBody })
    },
    'the first code of a factor that must be added': async () => {
      const staff = await openWith({ signIn: { secondFactor: 'all' } })
      const { userId, email } = await staff.person('auditor')
      const signedIn = await staff.call('POST', '/api/login', { email, password })
      const { challenge } = signedIn.body.secondFactor
      const begun = await staff.call('POST', `${step}/enrolment`, { challenge, method: 'totp' })
      const code = totpApp(begun.body.totp.secret, () => staff.clock.now).code()
      return staff.single(userId, 'POST', step, { body: { challenge, code } })
    },
  },
  finishEnrolment: {
    'the first code of an added factor': async () => {
      const staff = await openWith()
      const { userId, ...person } = await staff.person('auditor')
      const { accessToken: token } = await staff.signIn(person)
      const url = '/api/admin/second-factor'
      const asked = { method: 'totp', password }
      const { body } = await staff.call('POST', `${url}/enrolment`, asked, token)
      const code = totpApp(body.totp.secret, () => staff.clock.now).code()
      return staff.single(userId, 'POST', url, { token, body: { challenge: body.challenge, code } })
    },
  },
  renewRecoveryCodes: {
    'new recovery codes': async () => {
      const staff = await openWith()
      const { userId, ...person } = await staff.person('auditor')
      const { accessToken: token } = await staff.signIn(person)
      await enrolTotp(staff, { accessToken: token })
      const url = '/api/admin/second-factor/recovery-codes'
      return staff.single(userId, 'POST', url, { token, body: { password } })
    },
  },
  finishOidc: {
    'a visit at the provider': async () => {
      const provider = await startOidcProvider({ email_verified: true })
      const staff = await openWith({
        signIn: { secondFactor: 'optional', oidc: provider.settings },
      })
      const { userId, email } = await staff.person('auditor')
      provider.say({ email })
      const url = '/api/login/oidc'
      const begun = await staff.call('GET', url)
      const to = await provider.visit(String(begun.headers.location))
      const { cookie } = await staff.call(
        'GET',
        `${to.pathname}${to.search}`,
        undefined,
        undefined,
        {
          cookie: begun.cookie,
        },
      )
      return staff.single(userId, 'POST', url, { cookie })
    },
  },
  reviewOrder: {
    'a review': async () => {
      const shop = await openShop()
      const placed = await shop.call('POST', '/api/create-order', formFor([await uploaded(shop)]))
      const { orderId } = placed.body
      const body = { orderId, review: 'My sister loved it' }
      return {
        body,
        send: async (key, given = body) => {
          const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
          const options = { role: null, headers }
          const answer = await shop.call('POST', `/api/order/${orderId}/review`, given, options)
          return { ...answer, cookie: '' }
        },
        noted: async () => (await shop.pool.query('select count(*) from event_log.event')).rows,
        later: () => {},
      }
    },
  },
}

/** Any number of clients may make these calls, so another client must not be refused. */
const notSingle = ['requestPasswordReset', 'renewRecoveryCodes', 'reviewOrder']

/** The session identifies the client of these calls, whatever the key. */
const ownCommands = ['updatePassword']

const walk = Object.entries(examples).flatMap(([operationId, own]) =>
  Object.entries(own).map(([name, prepare]) => ({ name, operationId, prepare })),
)

/**
 * The parts of an answer that a repetition must give again; its access token and its random cookies
 * may differ.
 */
const told = ({ status, headers, body }: Answer) => ({
  status,
  position: headers['x-position'],
  cookies: [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split('=')[0]),
  body: { ...body, accessToken: typeof body?.accessToken },
})

/** Calls that can be repeated without a key, and why that is harmless. */
const harmless: Record<string, string> = {
  login: 'gives one more session or challenge',
  logout: 'an ended session stays ended',
  enrolAtSignIn: 'the newest offer counts',
  beginOidc: 'begins another visit',
  returnFromOidc: 'the person begins another visit, and nothing is counted',
  uploadProof: 'what no order names is deleted',
  createOrder: 'has a key of its own (008)',
  issuePaymentCode: 'a code that no order has takes no space',
  readQuestion: 'changes nothing',
  promisePrices: 'is stored nowhere',
  answerQuestion: 'has a key of its own',
}

test('everything that strangers can send is repeatable or harmless', () => {
  const changing = allEndpoints.filter(
    ({ method, access, response }) =>
      (access === 'public' || access === 'session') && (method !== 'GET' || response?.[302]),
  )
  const open = changing.filter((endpoint) => !endpoint.once).map((one) => one.operationId)
  expect(open.sort()).toEqual(Object.keys(harmless).sort())
})

test('each endpoint that uses something up has an example here', () => {
  const once = allEndpoints.filter((endpoint) => endpoint.once)
  expect(Object.keys(examples).sort()).toEqual(once.map((one) => one.operationId).sort())
})

describe.each(walk)('S8.16 $name', ({ operationId, prepare }) => {
  const isSingle = !notSingle.includes(operationId)
  test('is repeated by the client whose answer was lost, at once or within a while, and counts once', async () => {
    const { send, noted, later } = await prepare()
    const key = randomUUID()
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => send(key)))
    if (!first) throw new Error('nothing was sent')
    expect([200, 201]).toContain(first.status)
    for (const answer of others) expect(told(answer)).toEqual(told(first))
    const before = await noted()
    for (let times = 0; times < 3; times++) {
      later(5)
      expect(told(await send(key))).toEqual(told(first))
    }
    expect(await noted()).toEqual(before)
    later(repeatableMinutes + 1 - 15)
    if (isSingle) expect([400, 401, 409]).toContain((await send(key)).status)
  })

  if (!isSingle) return

  test('is refused to another client, to one without a key or with a short key, and with another body', async () => {
    const short = 'x'.repeat(onceKeyLength - 1)
    const keys = [randomUUID(), undefined, short]
    for (const key of someOf(ownCommands.includes(operationId) ? keys.slice(0, 2) : keys, 2)) {
      const { send, later, otherBody } = await prepare()
      const own = key === short ? key : randomUUID()
      expect((await send(own)).status).toBe(200)
      later(1)
      const other = await send(key)
      expect([400, 401, 409]).toContain(other.status)
      expect(JSON.stringify(other.body)).not.toMatch(/accessToken|refreshToken|recoveryCodes/)
      expect(other.headers['set-cookie']).toBeUndefined()
      if (otherBody) expect([400, 401, 409]).toContain((await send(own, otherBody)).status)
    }
  })
})

test('S8.16 after a refresh token’s successor was used, the old token counts as stolen', async () => {
  const staff = await openWith()
  const { email, refreshToken } = await staff.signIn(await staff.person('auditor'))
  const refresh = (token: string, key?: string) =>
    staff.call('POST', '/api/refresh-token', { email, refreshToken: token }, undefined, {
      ...(key && { key }),
    })
  const key = randomUUID()
  const next = (await refresh(refreshToken, key)).body.refreshToken
  expect((await refresh(next, randomUUID())).status).toBe(200)
  staff.later(1)
  expect((await refresh(refreshToken, key)).status).toBe(401)
  expect((await staff.pool.query('select from session where ended_at is null')).rows).toEqual([])
})

test('S8.16 a thief who refreshes first ends the session as soon as its owner refreshes', async () => {
  const staff = await openWith()
  const { email, refreshToken } = await staff.signIn(await staff.person('auditor'))
  const refresh = (key: string) =>
    staff.call('POST', '/api/refresh-token', { email, refreshToken }, undefined, { key })
  expect((await refresh(randomUUID())).status).toBe(200)
  staff.later(1)
  expect((await refresh(randomUUID())).status).toBe(401)
  expect((await staff.pool.query('select from session where ended_at is null')).rows).toEqual([])
})

test('S8.16 a sign-in is not repeated after its session was used or ended', async () => {
  for (const end of ['refresh', 'sign out']) {
    const { call, challenge, app } = await challenged()
    const body = { challenge, code: app.code() }
    const send = (key: string) => call('POST', step, body, undefined, { key })
    const key = randomUUID()
    const { email, refreshToken } = (await send(key)).body
    const path = end === 'refresh' ? '/api/refresh-token' : '/api/logout'
    await call('POST', path, { ...(end === 'refresh' && { email }), refreshToken })
    const again = await send(key)
    expect(again.status).toBe(401)
    expect(again.body).not.toHaveProperty('refreshToken')
  }
})

test('S8.16 a repeated right code does not count as a failure, a wrong one does', async () => {
  const staff = await challenged()
  const { call, app, email } = staff
  const failures = async () =>
    (await staff.pool.query('select sum(failed_second_steps)::int as n from account')).rows[0].n
  const code = app.code()
  expect((await call('POST', step, { challenge: staff.challenge, code })).status).toBe(200)
  const signedIn = await call('POST', '/api/login', { email, password })
  const { challenge } = signedIn.body.secondFactor
  for (let times = 0; times < 3; times++)
    expect((await call('POST', step, { challenge, code })).status).toBe(401)
  expect(await failures()).toBe(0)
  expect((await call('POST', step, { challenge, code: '000000' })).status).toBe(401)
  expect(await failures()).toBe(1)
})

test('the stored outcome reveals nothing without the key, and is deleted', async () => {
  const { pool, call, challenge, app, clock, later } = await challenged()
  await call('POST', step, { challenge, code: app.code() }, undefined, { key: randomUUID() })
  const kept = async () => (await pool.query('select outcome from used_once')).rows
  expect(String((await kept())[0].outcome)).not.toMatch(/sessionId|userId/)
  later(repeatableMinutes + 1)
  await deleteExpiredRows(pool, clock.now)
  expect(await kept()).toEqual([])
})
