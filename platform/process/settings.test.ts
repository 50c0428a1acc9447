import { expect, test } from 'vitest'
import { z } from 'zod'
import { readSettings } from '../config.ts'
import { sharedSettings, shopDetails, shopSettings } from './settings.ts'

const trustedProxies = (text: string) =>
  readSettings(z.object({ TRUSTED_PROXY: sharedSettings.TRUSTED_PROXY }), { TRUSTED_PROXY: text })
    .TRUSTED_PROXY

test.each([
  ['10.0.0.1', ['10.0.0.1']],
  [' 10.0.0.1 ,uniquelocal, ', ['10.0.0.1', 'uniquelocal']],
  [' , ', []],
  ['', []],
])('trusted proxies are separated by commas; spaces and empty entries are ignored: "%s"', (text, list) => {
  expect(trustedProxies(text)).toEqual(list)
})

test.each([
  'lopback',
  '10.0.0.1;10.0.0.2',
  '10.0.0.0/33',
])('an invalid proxy stops the start and names the setting: "%s"', (text) => {
  expect(() => trustedProxies(text)).toThrow(/^Bad settings. TRUSTED_PROXY: expected addresses/)
})

test.each([
  '-1',
  '1.5',
  '₦500',
  'none',
])('an invalid amount as the limit for a single approval stops the start: "%s"', (limit) => {
  const schema = z.object({ FOUR_EYES_ABOVE: sharedSettings.FOUR_EYES_ABOVE })
  expect(() => readSettings(schema, { FOUR_EYES_ABOVE: limit })).toThrow(
    'Bad settings. FOUR_EYES_ABOVE: expected an amount in whole naira, in digits.',
  )
  expect(readSettings(schema, {})).toEqual({})
  expect(readSettings(schema, { FOUR_EYES_ABOVE: '500000' })).toEqual({ FOUR_EYES_ABOVE: 500_000 })
})

test('the tolerance is in whole naira, and 0 by default', () => {
  const schema = z.object({ PAYMENT_TOLERANCE: sharedSettings.PAYMENT_TOLERANCE })
  expect(readSettings(schema, {})).toEqual({ PAYMENT_TOLERANCE: 0 })
  expect(readSettings(schema, { PAYMENT_TOLERANCE: '50' })).toEqual({ PAYMENT_TOLERANCE: 50 })
  for (const wrong of ['-1', '0.5', '₦50', '1000000'])
    expect(() => readSettings(schema, { PAYMENT_TOLERANCE: wrong })).toThrow(
      'Bad settings. PAYMENT_TOLERANCE: expected an amount in whole naira, in digits.',
    )
})

test('the settings for evidence and automatic approval accept only known words', () => {
  const { PAYMENT_EVIDENCE, AUTO_APPROVE } = sharedSettings
  const schema = z.object({ PAYMENT_EVIDENCE, AUTO_APPROVE })
  expect(readSettings(schema, {})).toEqual({ PAYMENT_EVIDENCE: 'optional', AUTO_APPROVE: 'off' })
  expect(() => readSettings(schema, { PAYMENT_EVIDENCE: 'always' })).toThrow(
    /^Bad settings. PAYMENT_EVIDENCE: .*"optional"\|"reason"\|"required"\.$/,
  )
  expect(() => readSettings(schema, { AUTO_APPROVE: 'names' })).toThrow(
    /^Bad settings. AUTO_APPROVE: .*"off"\|"code"\.$/,
  )
})

test('a shop without details of its own has those of a sample shop', () => {
  const details = shopDetails(readSettings(z.object(shopSettings), { SHOP_NAME: 'Tide' }))
  expect(details.name).toBe('Tide')
  const { registration, address, ...others } = details
  // By default, the shop shows no registration and no address, because made-up ones would look
  // real.
  expect([registration, address]).toEqual(['', ''])
  expect(Object.values(others).every((detail) => detail.length > 0)).toBe(true)
})
