import { expect, test } from 'vitest'
import { shortFileName, shortProductName } from './truncate.ts'

test('a product name of up to 38 characters is shown in full; a longer one is cut at 35', () => {
  expect(shortProductName('x'.repeat(38))).toBe('x'.repeat(38))
  expect(shortProductName('x'.repeat(39))).toBe(`${'x'.repeat(35)}...`)
})

test('a file name of up to 15 characters is shown in full; a longer one is cut at 12', () => {
  expect(shortFileName('x'.repeat(15))).toBe('x'.repeat(15))
  expect(shortFileName('x'.repeat(16))).toBe(`${'x'.repeat(12)}...`)
})

test('a character made of two units is not cut in half', () => {
  expect(shortFileName('💇'.repeat(16))).toBe(`${'💇'.repeat(12)}...`)
})
