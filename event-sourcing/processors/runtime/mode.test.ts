import { expect, test } from 'vitest'
import { type ModeState, statusOf, transition } from './mode.ts'

test.each([
  ['serving', 'standby'],
  ['serving', 'building'],
  ['building', 'standby'],
  ['standby', 'building', 'building'],
] as const)('a lease cannot go from %s to %s', (...modes) => {
  const [first, ...others] = modes
  const state: ModeState = { mode: first }
  expect(() => {
    for (const mode of others) transition(state, mode)
  }).toThrow('cannot be')
})

test('a processor that cannot run still counts as stopped during its next leases, but a standby never does', () => {
  const state: ModeState = { mode: 'serving' }
  transition(state, 'reconnecting', 'a table is gone')
  transition(state, 'serving')
  transition(state, 'reconnecting')
  expect(state).toEqual({ mode: 'reconnecting', problem: { reason: 'a table is gone' } })
  expect(statusOf(state)).toBe('stopped')
  transition(state, 'standby')
  expect(state).toEqual({ mode: 'standby' })
})

test('the reason for standing by is dropped when the processor begins to work', () => {
  const state: ModeState = { mode: 'standby' }
  transition(state, 'standby', 'version 2 serves')
  expect(statusOf(state)).toBe('standby')
  transition(state, 'serving')
  expect(state).toEqual({ mode: 'serving' })
})
