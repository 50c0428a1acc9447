import { expect, test } from 'vitest'
import { instagramName, phoneProblem, plainPhone } from './contact.ts'
import { CustomerDetails } from './order.ts'

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
  ])
    expect(plainPhone(typed)).toBe('08031234567')
  expect(plainPhone('8031234567')).toBe('8031234567')
  expect(plainPhone('+44 20 7946 0018')).toBe('+442079460018')
})

test('a Nigerian number has 10 or 11 digits', () => {
  for (const phone of ['08031234567', '8031234567', '+234 803 123 4567'])
    expect(phoneProblem('NG', phone)).toBeNull()
  for (const phone of ['12345', '080312345678', '0803 123 45', '+234 803 123'])
    expect(phoneProblem('NG', phone)).toBe('A Nigerian phone number has 10 or 11 digits')
  expect(phoneProblem('GH', '+234 803')).toBe('A Nigerian phone number has 10 or 11 digits')
  expect(phoneProblem('GH', '024 123 4567')).toBeNull()
  expect(phoneProblem('NG', '+44 20 7946 0018')).toBeNull()
})

test('26 digits, letters and no digits are no phone number anywhere', () => {
  for (const phone of ['1'.repeat(26), 'call me', '+', '.....', '1234567x'])
    expect(errorsOf({ phone })).toBe('Please enter phone number!')
  expect(errorsOf({ phone: '0803 123 4567' })).toBeUndefined()
})

test('an Instagram name is found in what people paste', () => {
  for (const typed of [
    'ada.obi',
    '@ada.obi',
    ' @ada.obi ',
    'instagram.com/ada.obi',
    '@@ada.obi',
    'https://www.instagram.com/ada.obi/',
    'https://instagram.com/ada.obi?igsh=MXg%3D&utm=qr',
    'http://m.instagram.com/_u/ada.obi#top',
    'HTTPS://INSTAGRAM.COM/ada.obi',
  ])
    expect(instagramName(typed)).toBe('ada.obi')
  expect(instagramName('100%_hair')).toBe('100%_hair')
})

test('an @ alone is no Instagram name, and a long pasted address is one', () => {
  for (const instagramusername of ['@', ' @ ', 'https://instagram.com/', '...', ''])
    expect(errorsOf({ instagramusername })).toBe('Please enter instagram username!')
  const pasted = `https://www.instagram.com/ada.obi?igsh=${'x'.repeat(100)}`
  expect(CustomerDetails.parse({ ...customer, instagramusername: pasted }).instagramusername).toBe(
    'ada.obi',
  )
})

test('spaces in names are one each, and an e-mail that is empty is asked for', () => {
  expect(CustomerDetails.parse({ ...customer, firstname: '  Ada   Ngozi ' }).firstname).toBe(
    'Ada Ngozi',
  )
  expect(errorsOf({ email: '' })).toBe('Please enter email address!')
  expect(errorsOf({ email: 'ada@' })).toBe('The input is not valid E-mail!')
})
