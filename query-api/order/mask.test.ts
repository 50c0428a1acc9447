import { expect, test } from 'vitest'
import { maskedInstagram, maskedName, maskedPhone } from './mask.ts'

test('of a last name the public sees the initial', () => {
  expect(maskedName('Ada', 'okafor')).toBe('Ada O.')
  expect(maskedName('Ada ', ' ')).toBe('Ada')
})

test('of a phone number the public sees the last four digits', () => {
  expect(maskedPhone('+234 803 123-4567')).toBe('*********4567')
  expect(maskedPhone('12345')).toBe('*2345')
})

test('of an Instagram name the public sees the first two characters', () => {
  expect(maskedInstagram('@ada.hair')).toBe('ad******')
  expect(maskedInstagram('a')).toBe('a')
})

test('of an erased person the public sees that they are erased', () => {
  expect([maskedName('erased', ''), maskedPhone('erased'), maskedInstagram('erased')]).toEqual([
    'erased',
    'erased',
    'erased',
  ])
})
