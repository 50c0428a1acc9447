import { expect, test } from 'vitest'
import { newTotpSecret, stepOfCode, totpCode, totpEnrolment } from './totp.ts'

/** RFC 6238, appendix B, SHA-1: the secret is these 20 ASCII characters. */
const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at %i s the code is the one given in the RFC', (seconds, code) => {
  expect(totpCode(secret, Math.floor(seconds / 30), 8)).toBe(code)
})

test('a code is valid for its step and the ones before and after', () => {
  const hex = secret.toString('hex')
  const code = totpCode(secret, 100)
  const found = [98, 99, 100, 101, 102].map((step) =>
    stepOfCode(hex, code, new Date(step * 30_000 + 29_999)),
  )
  expect(found).toEqual([null, 100, 100, 100, null])
})

test('anything but a six-digit code is wrong', () => {
  const hex = secret.toString('hex')
  const at = new Date(100 * 30_000)
  for (const code of [
    '',
    '1',
    `0${totpCode(secret, 100)}`,
    totpCode(secret, 100, 8),
    '１２３４５６',
  ])
    expect(stepOfCode(hex, code, at)).toBeNull()
})

test('an app reads the secret and the shop from the link', () => {
  const { secret: typed, uri } = totpEnrolment(secret.toString('hex'), {
    shop: 'Strand & Hair',
    email: 'ada+1@strand.example',
  })
  expect(typed).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  const url = new URL(uri)
  expect(url.protocol).toBe('otpauth:')
  expect(decodeURIComponent(url.pathname)).toContain('Strand & Hair:ada+1@strand.example')
  expect(url.searchParams.get('issuer')).toBe('Strand & Hair')
  expect(url.searchParams.get('secret')).toBe(typed)
})

test('secrets have 160 bits, and no two are alike', () => {
  const made = Array.from({ length: 50 }, newTotpSecret)
  expect(new Set(made).size).toBe(50)
  for (const one of made) expect(one).toMatch(/^[0-9a-f]{40}$/)
})
