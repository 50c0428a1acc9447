import { expect, test } from 'vitest'
import { softAuthenticator } from '../../testing/soft-authenticator.ts'
import { openStaff, password } from '../../testing/test-staff.ts'
import { relyingPartyOf } from './passkeys.ts'

type Staff = Awaited<ReturnType<typeof openStaff>>
const origin = 'https://shop.example'
const step = '/api/login/second-factor'
const own = '/api/admin/second-factor'

const begin = async ({ call }: Staff, token: string) =>
  (await call('POST', `${own}/enrolment`, { method: 'passkey', password }, token)).body

const enrolled = async (staff: Staff) => {
  const person = await staff.person('administrator')
  const { accessToken } = await staff.signIn(person)
  const key = softAuthenticator(origin)
  const { challenge, passkey } = await begin(staff, accessToken)
  const body = { challenge, credential: key.create(passkey), name: 'Blue key' }
  const done = await staff.call('POST', own, body, accessToken)
  expect(done.body.recoveryCodes).toHaveLength(10)
  return { ...person, accessToken, key }
}

const asked = async ({ call }: Staff, email: string) =>
  (await call('POST', '/api/login', { email, password })).body.secondFactor

const prove = ({ call }: Staff, challenge: string, credential: object) =>
  call('POST', step, { challenge, credential })

test('S8.8 with a passkey, the password gives a challenge, and the signature the tokens', async () => {
  const staff = await openStaff()
  const { email, key, accessToken, userId } = await enrolled(staff)
  const { methods, challenge, passkey } = await asked(staff, email)
  expect(methods).toEqual(['passkey', 'recovery'])
  expect(passkey.rpId).toBe('shop.example')
  const { body } = await prove(staff, challenge, key.get(passkey))
  expect(body.refreshToken).toEqual(expect.any(String))
  const { result } = (await staff.call('GET', own, undefined, accessToken)).body
  expect(result.passkeys).toMatchObject([{ name: 'Blue key', usedat: expect.any(String) }])

  // Removing the passkey needs the password. After that, there is no second step, and the recovery
  // codes are gone.
  const path = `${own}/${result.passkeys[0].passkeyid}`
  const wrong = await staff.call('DELETE', path, { password: 'Wrong-1-it-is' }, accessToken)
  expect(wrong.status).toBe(400)
  expect((await staff.call('DELETE', path, { password }, accessToken)).status).toBe(200)
  expect(await asked(staff, email)).toBeUndefined()
  expect((await staff.pool.query('select from recovery_code')).rows).toEqual([])
  expect(await staff.eventsOf(userId)).toContain('UserSecondFactorRemoved')
})

test('a signature for another origin, name or challenge is refused, and so is one sent twice', async () => {
  const staff = await openStaff()
  const { email, key } = await enrolled(staff)
  const first = await asked(staff, email)
  const second = await asked(staff, email)
  const { challenge, passkey } = second
  const status = async (credential: object) => (await prove(staff, challenge, credential)).status
  expect(await status(key.get(passkey, 'https://shop.example.evil'))).toBe(401)
  expect(await status(key.get(passkey, 'http://shop.example'))).toBe(401)
  expect(await status(key.get({ ...passkey, rpId: 'evil.example' }))).toBe(401)
  expect(await status(key.get(first.passkey))).toBe(401)
  expect(await status(softAuthenticator(origin).get(passkey))).toBe(401)
  const good = key.get(passkey)
  expect(await status(good)).toBe(200)
  expect(await status(good)).toBe(401)
  expect((await prove(staff, first.challenge, good)).status).toBe(401)
})

test('someone else’s passkey proves nothing', async () => {
  const staff = await openStaff()
  const [ada, bola] = [await enrolled(staff), await enrolled(staff)]
  const { challenge, passkey } = await asked(staff, ada.email)
  expect((await prove(staff, challenge, bola.key.get(passkey))).status).toBe(401)
})

test('a copied key is noticed by its counter', async () => {
  const staff = await openStaff()
  const { email, key } = await enrolled(staff)
  for (const [counter, status] of [
    [6, 200],
    [6, 401],
    [2, 401],
    [7, 200],
  ] as const) {
    const { challenge, passkey } = await asked(staff, email)
    key.setCounter(counter - 1)
    expect((await prove(staff, challenge, key.get(passkey))).status).toBe(status)
  }
})

test('a new passkey must be made for this origin and this enrolment, by the person who began it', async () => {
  const staff = await openStaff()
  const ada = await staff.signIn(await staff.person('auditor'))
  const bola = await staff.signIn(await staff.person('auditor'))
  const key = softAuthenticator(origin)
  const { challenge, passkey } = await begin(staff, ada.accessToken)
  const send = (credential: object, token = ada.accessToken) =>
    staff.call('POST', own, { challenge, credential }, token)
  expect((await send(key.create(passkey, 'https://evil.example'))).status).toBe(400)
  expect((await send(key.create({ ...passkey, challenge: 'AAAA' }))).status).toBe(400)
  const good = key.create(passkey)
  expect((await send(good, bola.accessToken)).status).toBe(409)
  expect((await send(good)).status).toBe(200)
  expect((await send(good)).status).toBe(409)
  const wrong = { method: 'passkey', password: 'Wrong-1-it-is' }
  const begun = await staff.call('POST', `${own}/enrolment`, wrong, ada.accessToken)
  expect(begun.status).toBe(400)
})

test('passkeys are offered where browsers can make them: at a host name, with TLS or on this machine', async () => {
  const offered = (url: string) => relyingPartyOf(url, 'Strand')?.id ?? null
  expect(offered('https://shop.example')).toBe('shop.example')
  expect(offered('https://shop.example:8443')).toBe('shop.example')
  expect(offered('http://localhost:8080')).toBe('localhost')
  for (const url of [
    'http://127.0.0.1:8080',
    'https://192.0.2.7',
    'https://[::1]',
    'http://shop.example',
  ])
    expect(offered(url)).toBeNull()

  const staff = await openStaff(undefined, undefined, { publicUrl: 'http://127.0.0.1:8080' })
  const { accessToken } = await staff.signIn(await staff.person('auditor'))
  const { result } = (await staff.call('GET', own, undefined, accessToken)).body
  expect(result.methods).toEqual(['totp'])
  const body = { method: 'passkey', password }
  const refused = await staff.call('POST', `${own}/enrolment`, body, accessToken)
  expect(refused.status).toBe(400)
  expect(refused.body.details[0].path).toBe('method')
})
