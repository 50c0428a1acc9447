import { expect, test } from 'vitest'
import { maskedInstagram, maskedName, maskedPhone } from './mask.ts'

test('the public sees only the initial of a last name', () => {
  expect(maskedName('Ada', 'okafor')).toBe('Ada O.')
  expect(maskedName('Ada ', ' ')).toBe('Ada')
})

test('the public sees only the last four digits of a phone number', () => {
  expect(maskedPhone('+234 803 123-4567')).toBe('*********4567')
  expect(maskedPhone('12345')).toBe('*2345')
})

test('the public sees only the first two characters of an Instagram name', () => {
  expect(maskedInstagram('@ada.hair')).toBe('ad******')
  expect(maskedInstagram('a')).toBe('a')
})

test('the public sees an erased person as erased', () => {
  expect([maskedName('erased', ''), maskedPhone('erased'), maskedInstagram('erased')]).toEqual([
    'erased',
    'erased',
    'erased',
  ])
})
