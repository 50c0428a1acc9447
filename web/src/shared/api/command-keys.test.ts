import { expect, test } from 'vitest'
import { commandKeys, keyLifetime } from './command-keys.ts'

const approve = 'PUT /api/admin/approve-order/7K3Q-ZM9X-WD4T undefined'

test('a command keeps its key until it is answered, and another command gets another key', () => {
  const key = commandKeys.keyFor(approve)
  expect(commandKeys.keyFor(approve)).toBe(key)
  expect(commandKeys.keyFor(`${approve} `)).not.toBe(key)
  commandKeys.settle(approve)
  expect(commandKeys.keyFor(approve)).not.toBe(key)
})

test('pressing a button long after an unanswered try is a new command', () => {
  const key = commandKeys.keyFor('late', keyLifetime, 0)
  expect(commandKeys.keyFor('late', keyLifetime, keyLifetime - 1)).toBe(key)
  expect(commandKeys.keyFor('late', keyLifetime, keyLifetime)).not.toBe(key)
})
