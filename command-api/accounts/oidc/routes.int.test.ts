import { type AddressInfo, createServer, type Socket } from 'node:net'
import { limit } from '@strand/platform/testing/limits'
import type { MutableRedirectUri, MutableResponse, MutableToken } from 'oauth2-mock-server'
import { expect, onTestFinished, test } from 'vitest'
import { startOidcProvider } from '../../testing/oidc-provider.ts'
import { openStaff, password } from '../../testing/test-staff.ts'
import { enrolTotp, totpApp } from '../../testing/totp-app.ts'
import type { SecondFactorPolicy } from '../second-factor/factors.ts'

const begin = '/api/login/oidc'

/** A shop with a provider, and one of its people. */
const openShop = async (secondFactor: SecondFactorPolicy = 'optional') => {
  const provider = await startOidcProvider({ email_verified: true })
  const signIn = { secondFactor, oidc: provider.settings }
  const staff = await openStaff(undefined, undefined, { signIn, publicUrl: 'https://shop.example' })
  const person = await staff.person('auditor')
  provider.say({ email: person.email })
  const { call } = staff

  /** Starts a sign-in in a browser, and lets the provider send the browser back. */
  const visit = async () => {
    const begun = await call('GET', begin)
    expect(begun.status).toBe(302)
    const address = String(begun.headers.location)
    return { address, cookie: begun.cookie, setCookie: String(begun.headers['set-cookie']) }
  }
  const comeBack = async (to: URL, cookie?: string) => {
    const back = await call('GET', `${to.pathname}${to.search}`, undefined, undefined, {
      ...(cookie && { cookie }),
    })
    expect(back.status).toBe(302)
    return { ...back, location: String(back.headers.location) }
  }
  /** Makes the whole visit; returns the browser's last address. */
  const goThere = async () => {
    const { address, cookie } = await visit()
    return comeBack(await provider.visit(address), cookie)
  }
  const finish = (cookie: string) =>
    call('POST', begin, undefined, undefined, cookie ? { cookie } : {})
  return { ...staff, addPerson: staff.person, provider, person, visit, comeBack, goThere, finish }
}
type Shop = Awaited<ReturnType<typeof openShop>>

const outcomeOf = async (shop: Shop) => {
  const { location, cookie } = await shop.goThere()
  // After a failure, the browser has no token to finish the sign-in.
  if (location !== '/admin?oidc=done') expect(cookie).toBe('__Host-strand_oidc=')
  return location
}

test('S8.13 the person named by the provider is signed in as with a password, in the role that the shop assigned', async () => {
  const shop = await openShop()
  shop.provider.say({ email: shop.person.email.toUpperCase(), role: 'superadministrator' })
  const { address, cookie, setCookie } = await shop.visit()
  expect(setCookie).toBe(`${cookie}; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax`)
  const asked = new URL(address).searchParams
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid email',
    client_id: 'strand',
    redirect_uri: `https://shop.example${begin}/callback`,
    state: expect.any(String),
    nonce: expect.any(String),
  })
  expect(cookie).not.toContain(String(asked.get('state')))
  const back = await shop.comeBack(await shop.provider.visit(address), cookie)
  expect(back.location).toBe('/admin?oidc=done')
  expect(String(back.headers['set-cookie'])).toMatch(/; HttpOnly; Secure; SameSite=Strict$/)
  const finished = await shop.finish(back.cookie)
  expect(finished.status).toBe(200)
  expect(finished.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-strand_device=/),
    expect.stringMatching(/^__Host-strand_oidc=; Max-Age=0/),
  ])
  expect(finished.body).toMatchObject({ userName: shop.person.email, role: 'auditor' })
  const own = await shop.call('GET', '/api/admin/sessions', undefined, finished.body.accessToken)
  expect(own.status).toBe(200)
  expect(await shop.eventsOf(shop.person.userId)).toEqual(['UserSignedIn'])
  const { email, refreshToken } = finished.body
  const refreshed = await shop.call('POST', '/api/refresh-token', { email, refreshToken })
  expect(refreshed.status).toBe(200)
  expect((await shop.signIn(shop.person)).accessToken).toEqual(expect.any(String))
})

test('S8.13 an enrolled second factor is required after the provider, as after the password', async () => {
  const shop = await openShop()
  const { app } = await enrolTotp(shop, await shop.signIn(shop.person))
  shop.later(1)
  const { body } = await shop.finish((await shop.goThere()).cookie)
  expect(body.secondFactor).toEqual({
    methods: ['totp', 'recovery'],
    challenge: expect.any(String),
  })
  expect(JSON.stringify(body)).not.toMatch(/accessToken|refreshToken/)
  const { challenge } = body.secondFactor
  const proved = await shop.call('POST', '/api/login/second-factor', {
    challenge,
    code: app.code(),
  })
  expect(proved.body).toMatchObject({ userName: shop.person.email })
})

test('S8.13 someone who needs a second factor but has none adds it after the provider too', async () => {
  const shop = await openShop('all')
  const { body } = await shop.finish((await shop.goThere()).cookie)
  expect(body.secondFactor).toMatchObject({ enrol: true, challenge: expect.any(String) })
  const { challenge } = body.secondFactor
  const step = '/api/login/second-factor'
  const begun = await shop.call('POST', `${step}/enrolment`, { challenge, method: 'totp' })
  const code = totpApp(begun.body.totp.secret, () => shop.clock.now).code()
  const done = await shop.call('POST', step, { challenge, code })
  expect(done.body).toMatchObject({ userName: shop.person.email, recoveryCodes: expect.any(Array) })
})

test.each([
  false,
  'true',
  1,
  undefined,
])('S8.14 an address that is not verified signs nobody in: %s', async (verified) => {
  const shop = await openShop()
  shop.provider.say({ email_verified: verified })
  expect(await outcomeOf(shop)).toBe('/admin?oidc=unverified')
})

test('S8.14 an unknown address, a pending account and an archived one are refused alike', async () => {
  const shop = await openShop()
  const owner = await shop.signIn(await shop.addPerson('superadministrator'))
  shop.provider.say({ email: 'nobody@strand.example' })
  expect(await outcomeOf(shop)).toBe('/admin?oidc=unknown')
  shop.provider.say({ email: (await shop.addPerson('auditor', 'pending')).email })
  expect(await outcomeOf(shop)).toBe('/admin?oidc=unknown')
  shop.provider.say({ email: shop.person.email })
  const { cookie } = await shop.goThere()
  const path = `/api/admin/delete-user/${shop.person.userId}`
  expect((await shop.call('DELETE', path, undefined, owner.accessToken)).status).toBe(200)
  expect(await outcomeOf(shop)).toBe('/admin?oidc=unknown')
  // The person was archived after the return from the provider, and before the sign-in.
  expect((await shop.finish(cookie)).status).toBe(401)
})

test('the address may come only from the userinfo endpoint', async () => {
  const shop = await openShop()
  shop.provider.say({ email: undefined, email_verified: undefined })
  const { email } = shop.person
  shop.provider.service.on('beforeUserinfo', ({ body }: MutableResponse) => {
    Object.assign(body, { email, email_verified: true })
  })
  expect(await outcomeOf(shop)).toBe('/admin?oidc=done')
  shop.provider.service.on('beforeUserinfo', ({ body }: MutableResponse) => {
    Object.assign(body, { sub: 'somebody-else' })
  })
  expect(await outcomeOf(shop)).toBe('/admin?oidc=refused')
})

test('S8.14 a visit ends once, within ten minutes, in the browser that began it', async () => {
  const shop = await openShop()
  const { address, cookie } = await shop.visit()
  const to = await shop.provider.visit(address)
  const other = await shop.visit()
  const location = async (...args: Parameters<Shop['comeBack']>) =>
    (await shop.comeBack(...args)).location
  // The address of an attacker's visit does not work in another browser, nor with another visit's
  // cookie.
  expect(await location(to)).toBe('/admin?oidc=expired')
  expect(await location(to, other.cookie)).toBe('/admin?oidc=expired')
  // Changes an earlier character, because two bits of the last one do not count.
  const at = cookie.length - 5
  const altered = `${cookie.slice(0, at)}${cookie[at] === 'A' ? 'B' : 'A'}${cookie.slice(at + 1)}`
  expect(await location(to, altered)).toBe('/admin?oidc=expired')
  // The visit's cookie cannot finish a sign-in.
  expect((await shop.finish(cookie)).status).toBe(401)
  const backs = await Promise.all([1, 2, 3].map(() => location(to, cookie)))
  expect(backs.sort()).toEqual(['/admin?oidc=done', '/admin?oidc=expired', '/admin?oidc=expired'])
  expect(await location(to, cookie)).toBe('/admin?oidc=expired')
  shop.later(10)
  const late = await shop.provider.visit(other.address)
  expect(await location(late, other.cookie)).toBe('/admin?oidc=expired')
})

test('S8.14 the token that a visit gives the browser works once, for ten minutes, and only there', async () => {
  const shop = await openShop()
  const { cookie } = await shop.goThere()
  const [, token = ''] = cookie.split('=')
  const elsewhere = await shop.call('POST', '/api/login/second-factor', {
    challenge: token,
    code: '123456',
  })
  expect(elsewhere.status).toBe(401)
  expect((await shop.finish('')).status).toBe(401)
  const answers = await Promise.all([1, 2, 3].map(() => shop.finish(cookie)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  const late = await shop.goThere()
  shop.later(10)
  expect((await shop.finish(late.cookie)).status).toBe(401)
})

test('S8.14 a new password ends a sign-in at the provider in progress', async () => {
  const shop = await openShop()
  const { cookie } = await shop.goThere()
  await shop.pool.query('update account set password_version = password_version + 1')
  expect((await shop.finish(cookie)).status).toBe(401)
})

const tampered: [string, (payload: MutableToken['payload']) => void][] = [
  ['of another visit', (payload) => Object.assign(payload, { nonce: 'another' })],
  ['for another client', (payload) => Object.assign(payload, { aud: 'another' })],
  ['of another issuer', (payload) => Object.assign(payload, { iss: 'https://id.example' })],
  ['that is over', (payload) => Object.assign(payload, { exp: 1 })],
]
test.each(tampered)('S8.14 an ID token %s signs nobody in', async (_, change) => {
  const shop = await openShop()
  shop.provider.service.on('beforeTokenSigning', ({ payload }: MutableToken) => {
    if (payload.nonce !== undefined) change(payload)
  })
  expect(await outcomeOf(shop)).toBe('/admin?oidc=refused')
})

test('S8.14 an ID token with another signature, or with none, signs nobody in', async () => {
  const shop = await openShop()
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  let sign = (token: string) => token
  shop.provider.service.on('beforeResponse', ({ body }: MutableResponse) => {
    if (body !== '') body.id_token = sign(String(body.id_token))
  })
  expect(await outcomeOf(shop)).toBe('/admin?oidc=done')
  const { email } = await shop.addPerson('superadministrator')
  sign = (token) => {
    const [header, payload = '', mac] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return [header, encode({ ...claims, email }), mac].join('.')
  }
  expect(await outcomeOf(shop)).toBe('/admin?oidc=refused')
  sign = (token) => [encode({ alg: 'none', typ: 'JWT' }), token.split('.')[1], ''].join('.')
  expect(await outcomeOf(shop)).toBe('/admin?oidc=refused')
})

test('the sign-in page learns whether the person cancelled, the provider was busy or it refused', async () => {
  const shop = await openShop()
  let error = 'access_denied'
  shop.provider.service.on('beforeAuthorizeRedirect', ({ url }: MutableRedirectUri) => {
    url.searchParams.delete('code')
    url.searchParams.set('error', error)
  })
  expect(await outcomeOf(shop)).toBe('/admin?oidc=cancelled')
  error = 'temporarily_unavailable'
  expect(await outcomeOf(shop)).toBe('/admin?oidc=away')
  error = 'login_required'
  expect(await outcomeOf(shop)).toBe('/admin?oidc=refused')
})

test('the provider can be down when the shop starts, and when a visit begins or ends', async () => {
  const shop = await openShop()
  await shop.provider.stop()
  // A process without the provider serves everything else.
  const by = await shop.anotherProcess({
    publicUrl: 'https://shop.example',
    signIn: { secondFactor: 'optional', oidc: shop.provider.settings },
  })
  const beginning = () => shop.call('GET', begin, undefined, undefined, { by })
  expect((await beginning()).headers.location).toBe('/admin?oidc=away')
  expect((await shop.signIn(shop.person)).accessToken).toEqual(expect.any(String))
  await shop.provider.start()
  // The next attempt calls the provider again.
  const begun = await beginning()
  const to = await shop.provider.visit(String(begun.headers.location))
  await shop.provider.stop()
  const back = await shop.call('GET', `${to.pathname}${to.search}`, undefined, undefined, {
    by,
    cookie: begun.cookie,
  })
  expect(back.headers.location).toBe('/admin?oidc=away')
})

test('a provider that never answers counts as down after five seconds', async () => {
  const silent = createServer()
  const sockets = new Set<Socket>()
  silent.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const { port } = silent.address() as AddressInfo
  const oidc = { clientId: 'strand', clientSecret: 'secret', name: 'Example' }
  const { call } = await openStaff(undefined, undefined, {
    publicUrl: 'https://shop.example',
    signIn: { secondFactor: 'optional', oidc: { ...oidc, issuer: `http://127.0.0.1:${port}` } },
  })
  const from = performance.now()
  const answers = await Promise.all([1, 2, 3].map(() => call('GET', begin)))
  expect(answers.map(({ headers }) => headers.location)).toEqual(
    answers.map(() => '/admin?oidc=away'),
  )
  expect(performance.now() - from).toBeLessThan(limit(9_000))
  expect(sockets.size).toBe(1)
})

test('an endless or broken answer from the provider counts as no answer', async () => {
  const shop = await openShop()
  let fill: Record<string, unknown> = { filling: 'x'.repeat(600_000) }
  shop.provider.service.on('beforeResponse', (answer: MutableResponse) => {
    Object.assign(answer.body, fill)
  })
  expect(await outcomeOf(shop)).toBe('/admin?oidc=away')
  fill = { id_token: undefined }
  expect(await outcomeOf(shop)).toBe('/admin?oidc=refused')
  shop.provider.service.on('beforeResponse', (answer: MutableResponse) => {
    answer.statusCode = 502
    answer.body = ''
  })
  expect(await outcomeOf(shop)).toBe('/admin?oidc=away')
})

test('no parameter can decide where the browser ends up', async () => {
  const shop = await openShop()
  const elsewhere = 'https://thief.example/'
  const asked = ['redirect_uri', 'return', 'next', 'state', 'oidc'].map((name) => [name, elsewhere])
  const query = String(new URLSearchParams(asked as [string, string][]))
  const begun = await shop.call('GET', `${begin}?${query}`)
  const { origin, searchParams } = new URL(String(begun.headers.location))
  expect(origin).toBe(new URL(shop.provider.settings.issuer).origin)
  expect(searchParams.get('redirect_uri')).toBe(`https://shop.example${begin}/callback`)
  const back = await shop.call('GET', `${begin}/callback?${query}`)
  expect(back.headers.location).toBe('/admin?oidc=expired')
})

test('the sign-in page learns the provider’s name, or that there is no provider', async () => {
  const shop = await openShop()
  const path = '/api/login/provider'
  expect((await shop.call('GET', path)).body).toEqual({ result: { name: 'Example' } })
  const by = await shop.anotherProcess({ signIn: { secondFactor: 'optional' } })
  const from = { by }
  const without = await shop.call('GET', path, undefined, undefined, from)
  expect(without.body).toEqual({ result: null })
  for (const [method, url] of [
    ['GET', begin],
    ['GET', `${begin}/callback`],
    ['POST', begin],
  ] as const)
    expect((await shop.call(method, url, undefined, undefined, from)).status).toBe(404)
  const answer = await shop.call('POST', '/api/login', { email: shop.person.email, password })
  expect(answer.status).toBe(200)
})
