import { beforeEach, expect, test } from 'vitest'
import { forgetServerTime, knownServerTime, noteServerTime, serverNow } from './server-time.ts'

beforeEach(forgetServerTime)

const year = 365 * 86_400_000
const header = (time: number) => new Date(Math.floor(time / 1000) * 1000).toUTCString()
/** An answer that took 200 ms, from a server whose clock is `ahead` milliseconds ahead. */
const hear = (ahead: number) => {
  const now = performance.now()
  noteServerTime(header(now + ahead), now - 100, now + 100)
}
const off = (ahead: number) => Math.abs((knownServerTime() ?? 0) - (performance.now() + ahead))

test('until the server has answered, its time is unknown, and screens show this device’s time', () => {
  expect(knownServerTime()).toBeNull()
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1_000)
  noteServerTime(null, 0, 1)
  noteServerTime('yesterday', 0, 1)
  expect(knownServerTime()).toBeNull()
})

test.each([-3 * year, 0, 50 * year])('the server’s time is known within a second (%i)', (ahead) => {
  hear(ahead)
  expect(off(ahead)).toBeLessThan(1_200)
  for (let answers = 0; answers < 20; answers++) hear(ahead)
  expect(off(ahead)).toBeLessThan(1_200)
})

test('after a sleep, or after the server’s clock was set, the next answer corrects the time', () => {
  hear(year)
  hear(year + 3_600_000)
  expect(off(year + 3_600_000)).toBeLessThan(1_200)
})
