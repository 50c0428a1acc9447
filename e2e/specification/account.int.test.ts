import { expect, test } from 'vitest'
import { detailMessages, type Row } from '../testing/client.ts'
import { createColleague } from '../testing/fixtures.ts'
import { openSuite } from '../testing/specification-suite.ts'
import { owner as first } from '../testing/test-shop.ts'

const { shop, ...signedIn } = await openSuite()
let { owner } = signedIn

const login = (email: unknown, password: unknown) => shop.post('/api/login', { email, password })
const profile = (as: string) => shop.get('/api/admin/orders/counts', { as })
let people = 0
const newColleague = (rolename = 'administrator') =>
  createColleague(shop, owner, rolename, { email: `person${++people}@strand.example` })

test('S8.1: login gives tokens, the name, the role, its permissions and the status', async () => {
  const { status, body } = await login(first.email, first.password)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    isSuccessful: true,
    accessToken: expect.any(String),
    refreshToken: expect.any(String),
    userName: first.email,
    firstname: expect.any(String),
    lastname: expect.any(String),
    role: 'superadministrator',
    permissions: expect.arrayContaining([expect.any(String)]),
    status: 'active',
  })
})

test('S8.1: upper and lower case in the address make no difference', async () => {
  expect((await login(first.email.toUpperCase(), first.password)).status).toBe(200)
})

test('S8.2: email and password are required, with the specification’s messages', async () => {
  const empty = await shop.post('/api/login', {})
  expect(empty.status).toBe(400)
  expect(detailMessages(empty)).toMatchObject({
    email: ['Please enter email address!'],
    password: ['Please enter Password!'],
  })
  expect(detailMessages(await login('', ''))).toMatchObject({
    email: ['Please enter email address!'],
    password: ['Please enter Password!'],
  })
  expect(detailMessages(await login('ada@', 'x'))).toMatchObject({
    email: ['The input is not valid E-mail!'],
  })
})

test('S8.3: a failed sign-in gets a 401 with the same text, whatever the reason', async () => {
  const gone = await newColleague()
  await shop.remove(`/api/admin/delete-user/${gone.userid}`, undefined, { as: owner })
  const answers = [
    await login(first.email, 'Wrong-password-1'),
    await login('nobody@strand.example', first.password),
    await login(gone.email, gone.password),
  ]
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  expect(new Set(answers.map(({ body }) => body.message)).size).toBe(1)
})

test('S8.4: refresh-token gives the admin data and a new pair', async () => {
  const { body } = await login(first.email, first.password)
  const sent = { email: first.email, refreshToken: body.refreshToken }
  const refreshed = await shop.post('/api/refresh-token', sent, { as: String(body.accessToken) })
  expect(refreshed.status).toBe(200)
  expect(refreshed.body).toMatchObject({
    userName: first.email,
    firstname: body.firstname,
    lastname: body.lastname,
    role: 'superadministrator',
    permissions: body.permissions,
    status: 'active',
    accessToken: expect.any(String),
    refreshToken: expect.any(String),
  })
  expect(refreshed.body.refreshToken).not.toBe(body.refreshToken)
  expect((await profile(String(refreshed.body.accessToken))).status).toBe(200)
})

test('S8.4: a refresh token used twice ends that whole session', async () => {
  const { body } = await login(first.email, first.password)
  const refresh = (refreshToken: unknown) =>
    shop.post(
      '/api/refresh-token',
      { email: first.email, refreshToken },
      { as: String(body.accessToken) },
    )
  const next = await refresh(body.refreshToken)
  expect(next.status).toBe(200)
  // Two tabs may refresh at the same time, so for 10 s the previous token still gives the same
  // successor.
  expect((await refresh(body.refreshToken)).body.refreshToken).toBe(next.body.refreshToken)
  shop.pass(0.25)
  expect((await refresh(body.refreshToken)).status).toBe(401)
  expect((await refresh(next.body.refreshToken)).status).toBe(401)
  expect((await profile(String(next.body.accessToken))).status).toBe(401)
})

test('S8.5: a session ends after 18 minutes without activity, and after 12 hours in any case', async () => {
  const idle = (await login(first.email, first.password)).body
  let active = (await login(first.email, first.password)).body
  const refresh = (session: Row) =>
    shop.post(
      '/api/refresh-token',
      { email: first.email, refreshToken: session.refreshToken },
      { as: String(session.accessToken) },
    )
  shop.pass(17)
  active = (await refresh(active)).body
  expect((await profile(String(idle.accessToken))).status).toBe(200)
  shop.pass(19)
  expect((await profile(String(idle.accessToken))).status).toBe(401)
  expect((await refresh(idle)).status).toBe(401)
  active = (await login(first.email, first.password)).body
  for (let minutes = 0; minutes < 11 * 60 + 55; minutes += 17) {
    const answer = await refresh(active)
    expect([minutes, answer.status]).toEqual([minutes, 200])
    active = answer.body
    shop.pass(17)
  }
  expect((await refresh(active)).status).toBe(401)
  owner = await shop.signIn()
})

test('S8.6: logout answers 204 and ends the session', async () => {
  const { body } = await login(first.email, first.password)
  const as = String(body.accessToken)
  const out = await shop.post('/api/logout', { refreshToken: body.refreshToken }, { as })
  expect([out.status, out.text]).toEqual([204, ''])
  expect((await profile(as)).status).toBe(401)
  const refreshed = await shop.post(
    '/api/refresh-token',
    { email: first.email, refreshToken: body.refreshToken },
    { as },
  )
  expect(refreshed.status).toBe(401)
})
