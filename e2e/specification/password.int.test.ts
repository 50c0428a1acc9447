import { invitationExpired } from '@strand/contracts/accounts/session'
import { expect, test } from 'vitest'
import { detailMessages, type Row } from '../testing/client.ts'
import { createColleague, temporaryPasswordIn } from '../testing/fixtures.ts'
import { openSuite } from '../testing/specification-suite.ts'

const { shop, ...signedIn } = await openSuite()
let { owner } = signedIn

const login = (email: unknown, password: unknown) => shop.post('/api/login', { email, password })
const profile = (as: string) => shop.get('/api/admin/orders/counts', { as })
let people = 0
const newColleague = (rolename = 'administrator') =>
  createColleague(shop, owner, rolename, { email: `person${++people}@strand.example` })

const newcomer = async () => {
  const roles = (await shop.get('/api/admin/roles', { as: owner })).body.result as Row[]
  const email = `newcomer${++people}@strand.example`
  const created = await shop.post(
    '/api/admin/create-user',
    {
      firstname: 'Chi',
      lastname: 'Odu',
      email,
      phone: '08030000002',
      countryCode: 'NG',
      roleid: roles.find(({ rolename }) => rolename === 'administrator')?.roleid,
    },
    { as: owner },
  )
  expect(created).toMatchObject({ status: 201, body: { firstname: 'Chi', email } })
  const mail = await shop.inMail(email, '')
  const userid = created.body.userid
  return {
    email,
    userid,
    token: mail.token,
    temporary: temporaryPasswordIn(mail.text),
    link: mail.link,
  }
}
const chosen = 'River-by-4-night'
const change = (email: string, oldPassword: string, password = chosen) =>
  shop.post('/api/change-password', { email, oldPassword, password, confirmPassword: password })

test('S9.1: a newcomer becomes active by opening the link and then choosing a password', async () => {
  const person = await newcomer()
  expect(person.link).toMatch(/^http:\/\/shop\.example\/account-activation\/\S+$/)
  const pending = await login(person.email, person.temporary)
  expect(pending.body).toMatchObject({ status: 'pending' })
  expect((await profile(String(pending.body.accessToken))).status).toBe(403)

  const activated = await shop.get(`/api/activate-account/${person.token}`)
  expect(activated).toMatchObject({ status: 200, body: { message: expect.any(String) } })
  const again = await shop.get(`/api/activate-account/${person.token}`)
  expect(again).toMatchObject({
    status: 409,
    body: {
      message: 'Activation Token has already been used',
      responseMessage: 'Activation Token has already been used',
    },
  })
  expect((await login(person.email, person.temporary)).body).toMatchObject({ status: 'pending' })
  const changed = await change(person.email, person.temporary)
  expect(changed).toMatchObject({ status: 200, body: { responseMessage: expect.any(String) } })
  const session = await login(person.email, chosen)
  expect(session.body).toMatchObject({ status: 'active', role: 'administrator' })
  expect((await login(person.email, person.temporary)).status).toBe(401)
  expect((await profile(String(session.body.accessToken))).status).toBe(200)
})

test('S9.1: an account is active only once the link was used and a password was set, in either order', async () => {
  const person = await newcomer()
  expect((await change(person.email, person.temporary)).status).toBe(200)
  expect((await login(person.email, chosen)).body).toMatchObject({ status: 'pending' })
  expect((await shop.get(`/api/activate-account/${person.token}`)).status).toBe(200)
  expect((await login(person.email, chosen)).body).toMatchObject({ status: 'active' })
})

test('S9.2: an activation link works for 72 hours; an unknown one is a 400', async () => {
  const person = await newcomer()
  shop.pass(72 * 60 + 1)
  const expired = await shop.get(`/api/activate-account/${person.token}`)
  expect([expired.status, expired.body.message]).toEqual([400, invitationExpired])
  expect((await shop.get('/api/activate-account/nonsense')).status).toBe(400)
  owner = await shop.signIn()
})

test('S9.2: an expired invitation is sent again, with the same link and temporary password', async () => {
  const person = await newcomer()
  const url = `/api/admin/users/${person.userid}/invitation`
  shop.pass(72 * 60 + 1)
  owner = await shop.signIn()
  expect((await change(person.email, person.temporary)).status).toBe(400)
  const sent = await shop.post(url, undefined, { as: owner })
  expect([sent.status, sent.body.message]).toEqual([200, 'The invitation is being sent again'])
  const invitations = async () =>
    (await shop.mails()).filter(({ to }) => to?.[0]?.address === person.email)
  await shop.until(async () => (await invitations()).length, 2)
  expect((await invitations()).every(({ text }) => text?.includes(person.token))).toBe(true)
  expect((await shop.get(`/api/activate-account/${person.token}`)).status).toBe(200)
  expect((await change(person.email, person.temporary)).status).toBe(200)
  expect((await shop.post(url, undefined, { as: owner })).status).toBe(409)
  const unknown = `/api/admin/users/${crypto.randomUUID()}/invitation`
  expect((await shop.post(unknown, undefined, { as: owner })).status).toBe(404)
})

test('S9.3: every password rule has its message', async () => {
  const person = await newColleague()
  const changed = async (password: string, confirmPassword = password) =>
    detailMessages(
      await shop.post(
        '/api/update-password',
        { email: person.email, oldPassword: person.password, password, confirmPassword },
        { as: person.token },
      ),
    )
  expect((await changed('')).password).toContain('Please enter your new password!')
  expect((await changed('river-by-4')).password).toEqual([
    'Password should contain at least one uppercase character!',
  ])
  expect((await changed('Riverby44')).password).toEqual([
    'Password should contain at least one special character!',
  ])
  expect((await changed('River-by-night')).password).toEqual([
    'Password should contain at least one numeric character!',
  ])
  expect((await changed('Ri-4')).password).toEqual(['Password too short, minimum of 8 characters!'])
  expect(await changed('River-by-4', '')).toMatchObject({
    confirmPassword: ['Please confirm your password!'],
  })
  expect(await changed('River-by-4', 'River-by-5')).toMatchObject({
    confirmPassword: ['The two passwords that you entered do not match!'],
  })
  const missing = await shop.post('/api/change-password', {})
  expect(detailMessages(missing)).toMatchObject({
    email: ['Please enter your email!'],
    oldPassword: ['Please enter your old password!'],
    password: expect.arrayContaining(['Please enter your new password!']),
    confirmPassword: ['Please confirm your password!'],
  })
  expect(detailMessages(await shop.post('/api/change-password', { email: 'x' }))).toMatchObject({
    email: ['The input is not valid E-mail!'],
  })
})

test('S9.4: changing your own password ends your other sessions, and a wrong old password is a 400', async () => {
  const person = await newColleague()
  const other = await shop.signIn(person.email, person.password)
  const send = (oldPassword: string) =>
    shop.post(
      '/api/update-password',
      { email: person.email, oldPassword, password: chosen, confirmPassword: chosen },
      { as: person.token },
    )
  expect((await send('Not-my-0ld-one')).status).toBe(400)
  expect(await send(person.password)).toMatchObject({
    status: 200,
    body: { responseMessage: expect.any(String) },
  })
  expect((await profile(other)).status).toBe(401)
  expect((await profile(person.token)).status).toBe(200)
  expect((await login(person.email, chosen)).status).toBe(200)
})

test('S9.5: change-password is for accounts that are not active, update-password for those that are', async () => {
  const person = await newColleague()
  const viaChange = await change(person.email, person.password)
  expect(viaChange.status).toBeGreaterThanOrEqual(400)
  const anonymous = await shop.post('/api/update-password', {
    email: person.email,
    oldPassword: person.password,
    password: chosen,
    confirmPassword: chosen,
  })
  expect(anonymous.status).toBe(401)
  expect((await login(person.email, person.password)).status).toBe(200)
})

test('S9.6: request-password-reset answers the same whether or not the address is known', async () => {
  const person = await newColleague()
  const known = await shop.post('/api/request-password-reset', { email: person.email })
  const unknown = await shop.post('/api/request-password-reset', { email: 'no@strand.example' })
  expect(known).toMatchObject({ status: 200, body: { responseMessage: expect.any(String) } })
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  expect(detailMessages(await shop.post('/api/request-password-reset', {}))).toMatchObject({
    email: ['Please enter email address!'],
  })
  expect(
    detailMessages(await shop.post('/api/request-password-reset', { email: 'x' })),
  ).toMatchObject({
    email: ['The input is not valid E-mail!'],
  })
})

test('S9.7: only the newest reset link works, once and within an hour, and it ends every session', async () => {
  const person = await newColleague()
  const resets = async () =>
    (await shop.mails())
      .filter(
        ({ to, text }) => to?.[0]?.address === person.email && text?.includes('/reset-password/'),
      )
      .flatMap(({ text }) => /\/reset-password\/(\S+)/.exec(text ?? '')?.[1] ?? [])
  const request = async () => {
    const before = await resets()
    await shop.post('/api/request-password-reset', { email: person.email })
    await shop.until(
      async () => (await resets()).length,
      (value) => value > before.length,
    )
    return (await resets()).find((token) => !before.includes(token)) ?? ''
  }
  const reset = (token: string, password = chosen) =>
    shop.post(`/api/reset-password/${token}`, { password, confirmPassword: password })
  const older = await request()
  const newest = await request()
  expect((await reset(older)).status).toBe(400)
  const weak = await reset(newest, 'weak')
  expect(weak.status).toBe(400)
  expect(detailMessages(weak).password).toContain('Password too short, minimum of 8 characters!')
  const answers = await Promise.all([reset(newest), reset(newest), reset(newest), reset(newest)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status } of answers) expect([200, 400, 409]).toContain(status)
  expect((await profile(person.token)).status).toBe(401)
  expect((await login(person.email, chosen)).status).toBe(200)
  const late = await request()
  shop.pass(61)
  expect((await reset(late, 'Moon-over-5-hills')).status).toBe(400)
  expect((await reset('nonsense')).status).toBe(400)
  owner = await shop.signIn()
})
