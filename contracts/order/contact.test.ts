import { fastestOf } from '@strand/platform/testing/fastest-of'
import { expect, test } from 'vitest'
import { writtenPhone } from './contact.ts'
import { instagramName, instagramProblem } from './instagram.ts'
import { CustomerDetails } from './order-form.ts'
import { phoneProblem, plainPhone, tidyPhone } from './phone.ts'

const customer = {
  firstname: 'Ada',
  lastname: 'Obi',
  email: 'ada@example.com',
  phone: '08031234567',
  instagramusername: 'ada.obi',
}
const errorsOf = (changes: object) =>
  CustomerDetails.safeParse({ ...customer, ...changes }).error?.issues.map(
    ({ message }) => message,
  )[0]

test('a Nigerian number has one form, however it was typed', () => {
  for (const typed of [
    '08031234567',
    '0803 123 4567',
    '0803-123-4567',
    ' (0803) 123.4567',
    '+2348031234567',
    '+234 (0)803 123 4567',
    '00234 803 123 4567',
    '2348031234567',
    '٠٨٠٣ ١٢٣ ٤٥٦٧',
    '+۲۳۴ ۸۰۳ ۱۲۳ ۴۵۶۷',
  ])
    expect(tidyPhone('NG', typed)).toBe('08031234567')
  expect(tidyPhone('NG', '803 123 4567')).toBe('08031234567')
  expect(tidyPhone('US', '803 123 4567')).toBe('8031234567')
  expect(plainPhone('+44 20 7946 0018')).toBe('+442079460018')
})

test('a number that starts with +234 stays Nigerian, whichever country is chosen', () => {
  for (const typed of ['+234 803 123 4567', '00234 0803 123 4567', '234 803 123 4567']) {
    expect(tidyPhone('GB', typed)).toBe('+2348031234567')
    expect(tidyPhone('GB', CustomerDetails.parse({ ...customer, phone: typed }).phone)).toBe(
      '+2348031234567',
    )
    expect(phoneProblem('GB', typed)).toBeNull()
  }
})

test('the shop’s number is written in groups', () => {
  expect(writtenPhone('2348012345678')).toBe('+234 801 234 5678')
  expect(writtenPhone('442079460018')).toBe('+442079460018')
})

test('any way of writing a possible number is accepted', () => {
  for (const phone of [
    '08031234567',
    '8031234567',
    '+234 803 123 4567',
    'tel:+2348031234567',
    'https://wa.me/2348031234567',
    '٠٨٠٣١٢٣٤٥٦٧',
    '０８０３１２３４５６７',
    "'08031234567",
    '0803,123,4567',
    '+08031234567',
    '062 123 4567',
    // A landline number of the 2023 numbering plan, and company numbers.
    '0201 234 5678',
    '0700 123 4567',
    '0913 123 4567',
  ])
    expect([phone, phoneProblem('NG', phone), errorsOf({ phone })]).toEqual([
      phone,
      null,
      undefined,
    ])
  expect(phoneProblem('GH', '024 123 4567')).toBeNull()
  expect(phoneProblem('NG', '+44 20 7946 0018')).toBeNull()
})

const elevenDigits = 'a Nigerian phone number has 11 digits, like 0803 123 4567'
test.for([
  ['NG', '0803 123 456', `One digit is missing: ${elevenDigits}`],
  ['NG', '803 123 45', `2 digits are missing: ${elevenDigits}`],
  ['NG', '234 803 123 456', `One digit is missing: ${elevenDigits}`],
  ['NG', '234 0803 123 456', `One digit is missing: ${elevenDigits}`],
  ['NG', '234 803 123 45678', `One digit is too many: ${elevenDigits}`],
  ['NG', '234 803 123 45', `2 digits are missing: ${elevenDigits}`],
  ['GH', '+234 803', `+234 is Nigeria. 7 digits are missing: ${elevenDigits}`],
  ['GB', '+234 803 123 456', `+234 is Nigeria. One digit is missing: ${elevenDigits}`],
  [
    'GB',
    '+234 603 123 4567',
    '+234 is Nigeria. 11-digit Nigerian phone numbers don’t start with 06',
  ],
  ['NG', '01111111111', '11-digit Nigerian phone numbers don’t start with 01'],
  ['NG', '+234 603 123 4567', '11-digit Nigerian phone numbers don’t start with 06'],
  ['NG', '0803 123 45678', `One digit is too many: ${elevenDigits}`],
  [
    'NG',
    'O803 123 4567',
    'A phone number has only digits: please replace the letter “O”, perhaps with 0',
  ],
  ['NG', '0803 123 4567 ext', 'A phone number has only digits: there is a letter “e” in it'],
  ['NG', '*737#', 'A phone number has only digits: there is “*” in it'],
  ['GH', '12', 'This phone number is too short: some digits are missing'],
  ['GH', '1'.repeat(26), 'This phone number is too long: no number has more than 15 digits'],
  ...[
    '08031234567 / 08098765432',
    '0803 123 4567, +234 809 876 5432',
    '08031234567 or 08098765432',
    '0803123456708098765432',
    '+2348031234567 08098765432',
  ].map((typed) => ['NG', typed, 'These are two phone numbers: please enter one'] as const),
] as const)('in %s “%s” is refused: %s', ([country, phone, text]) => {
  expect(phoneProblem(country, phone)).toBe(text)
})

test('a number that exists in no country is already refused by the schema', () => {
  for (const phone of ['+', '.....']) expect(errorsOf({ phone })).toBe('Please enter phone number!')
  for (const phone of ['1'.repeat(26), 'call 0803', '08031234567 / 08098765432'])
    expect(errorsOf({ phone })).toBe(phoneProblem('NG', phone))
  expect(errorsOf({ phone: '0803 123 4567' })).toBeUndefined()
})

test('an Instagram name is found in whatever people paste', () => {
  for (const typed of [
    'ada.obi',
    '@ada.obi',
    ' @ada.obi ',
    '@@ada.obi',
    'ig: @ada.obi',
    'Instagram - ada.obi',
    'instagram.com/ada.obi',
    'instagram.com/@ada.obi',
    'instagr.am/ada.obi',
    'https://www.instagram.com/ada.obi/',
    'https://instagram.com/ada.obi?igsh=MXg%3D&utm=qr',
    'http://m.instagram.com/_u/ada.obi#top',
    'HTTPS://INSTAGRAM.COM/ada.obi',
    'https://ig.me/m/ada.obi',
    'https://www.instagram.com/ada.obi/reels/',
    'https://www.instagram.com/ada.obi/tagged',
    'https://www.instagram.com/%40ada.obi',
    'https://www.instagram.com/accounts/login/?next=%2Fada.obi%2F',
    'instagram://user?username=ada.obi',
    'Follow me: https://www.instagram.com/ada.obi?igsh=x thanks',
    'See this profile: @ada.obi',
    'intent://www.instagram.com/ada.obi#Intent;package=com.instagram.android;end',
  ])
    expect([typed, instagramName(typed)]).toEqual([typed, 'ada.obi'])
  expect(instagramName(instagramName('https://instagram.com/p'))).toBe('https://instagram.com/p')
})

const post =
  'This link leads to a post or a story: please paste the link to your profile, or type your username'
const noName =
  'An Instagram username has only letters, numbers, dots and underscores: please type yours, or paste the link to your profile'
test.for([
  ['https://www.instagram.com/p/C3xYz/?igsh=1', post],
  ['https://www.instagram.com/reel/C3xYz', post],
  ['https://www.instagram.com/reels/C3xYz', post],
  ['https://www.instagram.com/stories/ada.obi/32456', post],
  ['https://www.instagram.com/s/aGlnaGxpZ2h0', post],
  ['https://www.instagram.com/share/BAx', post],
  ['https://www.instagram.com/tv/C3xYz', post],
  ['https://www.instagram.com/ada.obi/p/C3xYz', post],
  ['https://www.instagram.com/ada.obi/reel/C3xYz', post],
  ['https://www.instagram.com/explore/tags/wig', noName],
  ['https://www.instagram.com/direct/inbox', noName],
  ['https://l.instagram.com/?u=https%3A%2F%2Fshop.example', 'Please enter instagram username!'],
  ['https:', noName],
  ['https://tiktok.com/@ada.obi', noName],
  ['stories', noName],
  ['p', noName],
  ['ada obi', noName],
  ['ada.', noName],
  ['ada..obi', noName],
  ['a'.repeat(31), noName],
  ['100%_hair', noName],
  ['@ada and @bola', noName],
] as const)('no name is found in “%s”', ([typed, text]) => {
  expect(instagramProblem(typed)).toBe(text)
  expect(errorsOf({ instagramusername: typed })).toBe(text)
})

test('a lone @ is not an Instagram name, but a long pasted address contains one', () => {
  for (const instagramusername of ['@', ' @ ', 'https://instagram.com/', '...', ''])
    expect(errorsOf({ instagramusername })).toBe('Please enter instagram username!')
  const pasted = `https://www.instagram.com/ada.obi?igsh=${'x'.repeat(100)}`
  expect(CustomerDetails.parse({ ...customer, instagramusername: pasted }).instagramusername).toBe(
    'ada.obi',
  )
})

test('names keep single spaces, and an empty email is asked for', () => {
  expect(CustomerDetails.parse({ ...customer, firstname: '  Ada   Ngozi ' }).firstname).toBe(
    'Ada Ngozi',
  )
  expect(errorsOf({ email: '' })).toBe('Please enter email address!')
  expect(errorsOf({ email: 'ada@' })).toBe('The input is not valid E-mail!')
})

test('an email address loses invisible characters, and its domain may be in any script', () => {
  const address = (email: string) => CustomerDetails.parse({ ...customer, email }).email
  expect(address('\u200bada@exa\u00admple.com\ufeff')).toBe('ada@example.com')
  for (const email of [
    'ada@Bücher.example',
    'ada@xn--bcher-kva.example',
    'ada@例え.テスト',
    'ada@shop.nigeria.рф',
  ])
    expect([email, errorsOf({ email })]).toEqual([email, undefined])
})

test('a long text takes no longer than any other of its length, whatever it contains', async () => {
  const costOf = (text: string) =>
    fastestOf(3, async () => {
      for (const field of Object.keys(customer)) errorsOf({ [field]: text })
      phoneProblem('NG', text)
      instagramProblem(text)
    })
  const harmless = await costOf('a'.repeat(60_000))
  for (const part of [
    '?',
    '/',
    '#',
    '@',
    '.',
    '_',
    ' ',
    '-',
    '0',
    '+',
    '//',
    '@a',
    'a.',
    '%2',
    'p/',
  ])
    for (const text of [`a${part.repeat(60_000 / part.length)}\na`, part.repeat(30_000)])
      expect([part, (await costOf(text)) < 100 * (harmless + 1)]).toEqual([part, true])
})

test('a link to the app contains a name with the same grammar', () => {
  expect(instagramName('instagram://user?username=ada.hair')).toBe('ada.hair')
  expect(instagramProblem(`instagram://user?username=${'a'.repeat(400)}`)).not.toBeNull()
})
