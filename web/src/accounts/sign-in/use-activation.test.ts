import { expect, test } from 'vitest'
import { ApiError } from '../../shared/api/api-error.ts'
import { activationDelay, isAlreadyUsed } from './use-activation.ts'

test('a link that was already used counts as a success; any other refusal does not', () => {
  expect(
    isAlreadyUsed(new ApiError('Activation Token has already been used', { status: 409 })),
  ).toBe(true)
  expect(isAlreadyUsed(new ApiError('This link is no longer valid', { status: 400 }))).toBe(false)
  expect(isAlreadyUsed(new Error('Activation Token has already been used'))).toBe(false)
})

test('activation is tried two seconds after opening', () => {
  expect(activationDelay).toBe(2_000)
})
