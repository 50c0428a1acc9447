import { expect, test } from 'vitest'
import { availableMemory, postgresSettings } from './postgres-settings.ts'

const gigabyte = 2 ** 30

test.each([
  [0.5, '128MB'],
  [2, '256MB'],
  [24, '2048MB'],
  [0.9999, '128MB'],
  [3.3, '422MB'],
])('a machine with %d GB uses an eighth of it for pages, within bounds: %s', (memory, expected) => {
  expect(postgresSettings(memory * gigabyte)).toMatchObject({ shared_buffers: expected })
})

test('the available memory is a finite number, with or without a limit', () => {
  expect(availableMemory()).toBeGreaterThan(0)
  expect(availableMemory()).toBeLessThan(2 ** 50)
})
