import { expect, test } from 'vitest'
import { watchForJumps } from './watch-for-jumps.ts'

test('a changed clock and a sleep are each noticed once; the mere passage of time is not', () => {
  let [wall, steady] = [1_000_000, 500]
  const jumped = watchForJumps(
    () => wall,
    () => steady,
  )
  wall += 60_000
  steady += 60_000
  expect(jumped()).toBe(false)
  wall -= 3_600_000
  expect([jumped(), jumped()]).toEqual([true, false])
  wall += 600_000
  expect([jumped(), jumped()]).toEqual([true, false])
})
