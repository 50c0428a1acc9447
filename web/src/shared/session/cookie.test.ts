import { expect, test } from 'vitest'
import {
  clearedCookies,
  cookiesOf,
  parseSessionCookie,
  sessionCookieDays,
  storedExpiry,
} from './cookie.ts'

const session = { accessToken: 'a.b-c.d_e', refreshToken: 'r-1_2', userName: 'ada+1@shop.example' }
/** What a browser's `document.cookie` shows of what was set. */
const jar = (cookies: string[]) =>
  ['other=1', ...cookies.map((cookie) => cookie.split(';')[0])].join('; ')

test('one cookie holds both tokens', () => {
  expect(parseSessionCookie(jar(cookiesOf(session, 0, true)))).toEqual(session)
})

test('the cookie lives 0.0125 days, and is strict, secure and valid for the whole site', () => {
  expect(sessionCookieDays).toBe(0.0125)
  expect(cookiesOf(session, 0, true)[0]).toBe(
    'strand_session=a.b-c.d_e~r-1_2; Max-Age=1080; Path=/; SameSite=Strict; Secure',
  )
})

test('the expiry can be read even when the tokens are gone', () => {
  const [, expiry] = cookiesOf(session, 1_000, true)
  expect(parseSessionCookie(jar([expiry ?? '']))).toBeNull()
  expect(storedExpiry(jar([expiry ?? '']))).toBe(1_081_000)
})

test('a broken or missing cookie is no session', () => {
  for (const cookies of ['', 'strand_session=', 'strand_session=a', 'strand_session=a~b~c'])
    expect(parseSessionCookie(cookies)).toBeNull()
  expect(storedExpiry('strand_session_expires=soon')).toBeNull()
})

test('signing out clears all three', () => {
  expect(clearedCookies(false).every((cookie) => cookie.includes('=; Max-Age=0; Path=/'))).toBe(
    true,
  )
  expect(clearedCookies(false)).toHaveLength(3)
})
