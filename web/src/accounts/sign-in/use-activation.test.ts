import { activationOutdated, invitationExpired } from '@strand/contracts/accounts/session'
import { expect, test } from 'vitest'
import { ApiError } from '../../shared/api/api-error.ts'
import { failureNotice } from '../../shared/api/error-catalogue.ts'
import { activationDelay, isAlreadyUsed, needsNewLink } from './use-activation.ts'

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

test('a link that can never work again offers no retry; any other failure does', () => {
  const needsNew = (error: unknown) =>
    needsNewLink({ kind: 'failed', notice: failureNotice(error, 'activation') })
  for (const message of [invitationExpired, activationOutdated])
    expect(needsNew(new ApiError(message, { status: 400 }))).toBe(true)
  expect(needsNew(new ApiError('Too many requests', { status: 429 }))).toBe(false)
  expect(needsNew(new ApiError('', { network: true }))).toBe(false)
})
