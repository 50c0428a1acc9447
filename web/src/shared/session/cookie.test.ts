import { expect, test } from 'vitest'
import { clearedCookies, cookiesOf, parseSessionCookie, storedExpiry } from './cookie.ts'

const session = { accessToken: 'a.b-c.d_e', refreshToken: 'r-1_2', userName: 'ada+1@shop.example' }
/** A browser's `document.cookie` after these cookies are set. */
const jar = (cookies: string[]) =>
  ['other=1', ...cookies.map((cookie) => cookie.split(';')[0])].join('; ')

test('one cookie holds both tokens', () => {
  expect(parseSessionCookie(jar(cookiesOf(session, 0, 'loopback')), 'loopback')).toEqual(session)
})

test('the cookie lasts 0.0125 days, and is strict, secure and valid for the whole site', () => {
  expect(cookiesOf(session, 0, 'loopback')[0]).toBe(
    `strand_session=a.b-c.d_e~r-1_2; Max-Age=${0.0125 * 86_400}; Path=/; SameSite=Strict; Secure`,
  )
})

test('the expiry can be read even when the tokens are gone', () => {
  const [, expiry] = cookiesOf(session, 1_000, 'loopback')
  expect(parseSessionCookie(jar([expiry ?? '']), 'loopback')).toBeNull()
  expect(storedExpiry(jar([expiry ?? '']), 'loopback')).toBe(1_081_000)
})

test('a broken or missing cookie does not give a session', () => {
  for (const cookies of ['', 'strand_session=', 'strand_session=a', 'strand_session=a~b~c'])
    expect(parseSessionCookie(cookies, 'plain')).toBeNull()
  expect(storedExpiry('strand_session_expires=soon', 'plain')).toBeNull()
})

test('signing out clears all three', () => {
  expect(clearedCookies('plain').every((cookie) => cookie.includes('=; Max-Age=0; Path=/'))).toBe(
    true,
  )
  expect(clearedCookies('plain')).toHaveLength(3)
})

test('over TLS the cookies are bound to the host, and one without the prefix is ignored', () => {
  const cookies = cookiesOf(session, 0, 'tls')
  expect(cookies[0]).toBe(
    '__Host-strand_session=a.b-c.d_e~r-1_2; Max-Age=1080; Path=/; SameSite=Strict; Secure',
  )
  for (const one of [...cookies, ...clearedCookies('tls')])
    expect(one).toMatch(/^__Host-strand_session[a-z_]*=[^;]*; Max-Age=\d+; Path=\/; .*; Secure$/)
  expect(parseSessionCookie(jar(cookies), 'tls')).toEqual(session)
  expect(parseSessionCookie(jar(cookiesOf(session, 0, 'plain')), 'tls')).toBeNull()
  expect(storedExpiry(jar(cookiesOf(session, 0, 'plain')), 'tls')).toBeNull()
})
