import { expect, test } from 'vitest'
import { inactivityMs, noticeMs, refreshEveryMs, sessionStep } from './clock.ts'

const start = 1_000_000
const at = (
  now: number,
  {
    lastActivity = start,
    refreshedAt = start,
    hasTokens = true,
    expiresAt = start + inactivityMs,
  } = {},
) => sessionStep({ now, lastActivity, refreshedAt, hasTokens, expiresAt })

test('eighteen minutes without activity end the session', () => {
  expect(inactivityMs).toBe(1_080_000)
  expect(at(start + 1_080_000)).toEqual({ kind: 'end' })
  expect(at(start + 1_079_000).kind).not.toBe('end')
})

test('the notice appears two minutes before the end, and counts down', () => {
  expect(at(start + inactivityMs - noticeMs - 1).kind).toBe('rest')
  expect(at(start + inactivityMs - noticeMs)).toEqual({ kind: 'warn', secondsLeft: 120 })
  expect(at(start + inactivityMs - 500)).toEqual({ kind: 'warn', secondsLeft: 1 })
})

test('activity since the last refresh is reported to the server within four minutes', () => {
  const lastActivity = start + 5_000
  expect(at(start + refreshEveryMs - 1, { lastActivity }).kind).toBe('rest')
  expect(at(start + refreshEveryMs, { lastActivity }).kind).toBe('refresh')
})

test('without activity nothing is refreshed', () => {
  expect(at(start + refreshEveryMs).kind).toBe('rest')
})

test('a missing cookie ends the session once its expiry has passed, not before', () => {
  const gone = { hasTokens: false, expiresAt: start + 10_000 }
  expect(at(start + 5_000, gone).kind).toBe('rest')
  expect(at(start + 10_000, gone).kind).toBe('end')
})

test('the server never ends a session that this clock considers active', () => {
  // The worst case: the user is active just after a refresh, and never again.
  const lastActivity = start + 1
  const refreshed = start + refreshEveryMs
  expect(at(refreshed, { lastActivity }).kind).toBe('refresh')
  expect(at(lastActivity + inactivityMs, { lastActivity, refreshedAt: refreshed }).kind).toBe('end')
  expect(lastActivity + inactivityMs).toBeLessThan(refreshed + inactivityMs)
})
