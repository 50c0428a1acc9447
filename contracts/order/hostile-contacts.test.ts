import { expect, test } from 'vitest'
import { instagramName, instagramProblem } from './instagram.ts'
import { phoneProblem, plainPhone } from './phone.ts'

const accountName = /^(?!.*\.\.)[A-Za-z0-9_.]{0,29}[A-Za-z0-9_]$/

test.each([
  'https://instagram.com.evil.example/ada',
  'https://evil.example/instagram.com/ada',
  'https://instagram.com@evil.example/ada',
  'https://evil.example?x=instagram.com/ada',
  'javascript:alert(1)//instagram.com/ada',
  'data:text/html,instagram.com/ada',
  'https://instagram.com/%2e%2e%2fevil',
  'https://instagram.com/ada%00hair',
  'https://instagram.com/<script>',
  'https://instagram.com/accounts/login/?next=https%3A%2F%2Fevil.example%2Fada',
  `https://instagram.com/accounts/login/?next=${'/accounts/login/?next='.repeat(2_000)}`,
  'https://іnstagram.com/ada',
  '__proto__/../constructor',
  'instagram://user?username=ada<script>',
  `@${'a'.repeat(31)}`,
])('%s contains no name, or one that follows Instagram’s grammar', (typed) => {
  if (instagramProblem(typed) === null) expect(instagramName(typed)).toMatch(accountName)
  else expect(instagramName(typed)).toBe(typed.trim())
})

test.each([
  '0803 123 4567<script>',
  '+234+8031234567',
  '08031234567;ext=1',
  'tel:tel:08031234567',
  'https://wa.me/2348031234567?text=pay',
  'https://evil.example/08031234567',
  '0803\u202e1234567',
  '٠٨٠٣١٢٣٤٥٦٧',
  '\ufdfa'.repeat(30),
  '08031234567,08098765432',
])('the phone number %s is refused, or becomes only digits', (typed) => {
  if (phoneProblem('NG', typed) === null) expect(plainPhone(typed)).toMatch(/^\+?[0-9]{4,15}$/)
})

test.each([
  ['dots', '@a'.padEnd(100_000, '.')],
  ['mentions', '@a.'.repeat(33_000)],
  ['hosts', 'a.'.repeat(50_000)],
  ['hosts with dashes', '-a.'.repeat(33_000)],
  ['hosts that nearly are', 'instagram.com.'.repeat(7_000)],
  ['escapes', `instagram.com/${'%41'.repeat(30_000)}`],
  ['slashes', `instagram.com${'/'.repeat(100_000)}`],
  ['spaces', `${' '.repeat(100_000)}x`],
  ['separators', '0 -'.repeat(33_000)],
  ['digits', '0803'.repeat(25_000)],
])('a hundred thousand characters of %s take no time', (_what, typed) => {
  const began = performance.now()
  instagramProblem(typed)
  instagramName(typed)
  phoneProblem('NG', typed)
  expect(performance.now() - began).toBeLessThan(2_000)
})
