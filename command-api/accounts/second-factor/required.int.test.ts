import { expect, test } from 'vitest'
import { softAuthenticator } from '../../testing/soft-authenticator.ts'
import { openStaff, password } from '../../testing/test-staff.ts'
import { enrolTotp, totpApp } from '../../testing/totp-app.ts'

const step = '/api/login/second-factor'
const required = (secondFactor: 'superadministrators' | 'all') =>
  openStaff(undefined, undefined, { signIn: { secondFactor } })
type Staff = Awaited<ReturnType<typeof openStaff>>

const login = ({ call }: Staff, email: string) => call('POST', '/api/login', { email, password })

const challengeOf = async (staff: Staff, email: string): Promise<string> =>
  (await login(staff, email)).body.secondFactor.challenge

const beginTotp = async (staff: Staff, challenge: string) => {
  const { body } = await staff.call('POST', `${step}/enrolment`, { challenge, method: 'totp' })
  return totpApp(body.totp.secret, () => staff.clock.now)
}

test('S8.10 someone who needs a second factor adds it before the session starts', async () => {
  const staff = await required('all')
  const { email, userId } = await staff.person('auditor')
  const first = await login(staff, email)
  expect(first.status).toBe(200)
  expect(first.body.secondFactor).toEqual({
    enrol: true,
    methods: ['totp', 'passkey'],
    challenge: expect.any(String),
  })
  expect(JSON.stringify(first.body)).not.toMatch(/accessToken|refreshToken/)
  const { challenge } = first.body.secondFactor
  // The challenge opens no route.
  const own = await staff.call('GET', '/api/admin/second-factor', undefined, challenge)
  expect(own.status).toBe(401)
  const app = await beginTotp(staff, challenge)
  expect((await staff.call('POST', step, { challenge, code: '000000' })).status).toBe(401)
  const done = await staff.call('POST', step, { challenge, code: app.code() })
  expect(done.body).toMatchObject({ userName: email, recoveryCodes: expect.any(Array) })
  expect(await staff.eventsOf(userId)).toEqual(
    expect.arrayContaining(['UserSecondFactorEnrolled', 'UserSignedIn']),
  )
  expect((await login(staff, email)).body.secondFactor).toMatchObject({
    methods: ['totp', 'recovery'],
  })
})

test('a passkey can be the first factor too', async () => {
  const staff = await required('all')
  const { email } = await staff.person('auditor')
  const challenge = await challengeOf(staff, email)
  const body = { challenge, method: 'passkey' }
  const begun = await staff.call('POST', `${step}/enrolment`, body)
  const credential = softAuthenticator('https://shop.example').create(begun.body.passkey)
  const done = await staff.call('POST', step, { challenge, credential })
  expect(done.body.recoveryCodes).toHaveLength(10)
})

test('a challenge for enrolling is invalid once its person has a factor', async () => {
  const staff = await required('all')
  const { email } = await staff.person('auditor')
  const [mine, stolen] = [await challengeOf(staff, email), await challengeOf(staff, email)]
  const thief = await beginTotp(staff, stolen)
  const app = await beginTotp(staff, mine)
  const send = (challenge: string, code: string) => staff.call('POST', step, { challenge, code })
  expect((await send(mine, app.code())).status).toBe(200)
  expect((await send(stolen, thief.code())).status).toBe(409)
  const body = { challenge: stolen, method: 'passkey' }
  const { body: offer } = await staff.call('POST', `${step}/enrolment`, body)
  const credential = softAuthenticator('https://shop.example').create(offer.passkey)
  expect((await staff.call('POST', step, { challenge: stolen, credential })).status).toBe(401)
  const { rows } = await staff.pool.query('select from passkey')
  expect(rows).toEqual([])
})

test('the factor can be required only of superadministrators, and the last one then stays', async () => {
  const staff = await required('superadministrators')
  expect(
    (await login(staff, (await staff.person('administrator')).email)).body.accessToken,
  ).toEqual(expect.any(String))
  const owner = await staff.person('superadministrator')
  const challenge = await challengeOf(staff, owner.email)
  const app = await beginTotp(staff, challenge)
  const { body } = await staff.call('POST', step, { challenge, code: app.code() })
  const path = '/api/admin/second-factor/totp'
  const removed = await staff.call('DELETE', path, { password }, body.accessToken)
  expect(removed.status).toBe(409)
})

test('when a factor becomes required, existing sessions end at their next refresh', async () => {
  const staff = await openStaff()
  const [plain, careful] = [await staff.person('auditor'), await staff.person('auditor')]
  const sessions = [await staff.signIn(plain), await staff.signIn(careful)] as const
  await enrolTotp(staff, sessions[1])
  const by = await staff.anotherProcess({ signIn: { secondFactor: 'all' } })
  const statuses = await Promise.all(
    sessions.map(async ({ email, refreshToken }) => {
      const body = { email, refreshToken }
      return (await staff.call('POST', '/api/refresh-token', body, undefined, { by })).status
    }),
  )
  expect(statuses).toEqual([401, 200])
})
