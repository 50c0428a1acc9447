import { expect, test } from 'vitest'
import { eventIdOf } from './event-id.ts'

test('a command always gives the same event ids; another command or event gives others', () => {
  expect(eventIdOf('command', 0)).toBe(eventIdOf('command', 0))
  const ids = ['command', 'other'].flatMap((id) => [0, 1, 10].map((index) => eventIdOf(id, index)))
  expect(new Set(ids).size).toBe(6)
})

test('an event id is a UUID of version 8', () =>
  expect(eventIdOf('command', 0)).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  ))
