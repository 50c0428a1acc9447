import { createSecretKey, randomBytes } from 'node:crypto'
import { numberOfPaymentCodes } from '@strand/contracts/order/payment-code'
import { random } from '@strand/platform/testing/random'
import { expect, test } from 'vitest'
import { keyedPermutation } from './permutation.ts'

const openPermutation = () =>
  keyedPermutation(createSecretKey(randomBytes(32)), numberOfPaymentCodes)
const numbers = Array.from({ length: 2_000 }, (_, number) => number)

test('every number maps to a different one within the range, and back', () => {
  const { encrypt, decrypt } = openPermutation()
  const anywhere = numbers.map(() => Math.floor(random() * numberOfPaymentCodes))
  for (const some of [numbers, [...new Set(anywhere)], [numberOfPaymentCodes - 1]]) {
    const encrypted = some.map(encrypt)
    expect(new Set(encrypted).size).toBe(some.length)
    expect(Math.max(...encrypted)).toBeLessThan(numberOfPaymentCodes)
    expect(encrypted.map(decrypt)).toEqual(some)
  }
})

test('neighbours map far apart, and another key maps them elsewhere', () => {
  const { encrypt } = openPermutation()
  const other = openPermutation()
  // By chance, one pair in 1.7 million would be this near, and one number in 3.4 billion would have
  // the same place under both keys.
  const near = numbers.filter((number) => Math.abs(encrypt(number) - encrypt(number + 1)) < 1_000)
  expect(near.length).toBeLessThanOrEqual(2)
  expect(numbers.filter((number) => encrypt(number) === other.encrypt(number))).toHaveLength(0)
})
