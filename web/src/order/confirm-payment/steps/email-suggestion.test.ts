import { expect, test } from 'vitest'
import { suggestedEmail } from './email-suggestion.ts'

test('an address that is nearly at a popular domain is suggested there', () => {
  for (const domain of ['gmial.com', 'gmai.com', 'gmail.con', 'gmail.co', 'GMAILL.com', 'gmal.com'])
    expect(suggestedEmail(`Ada.Obi@${domain}`)).toBe('Ada.Obi@gmail.com')
  expect(suggestedEmail(' ada@yaho.com ')).toBe('ada@yahoo.com')
  expect(suggestedEmail('ada@hotmial.com')).toBe('ada@hotmail.com')
})

test('an address that is right, elsewhere or unfinished is left alone', () => {
  for (const typed of [
    'ada@gmail.com',
    'ada@ymail.com',
    'ada@mail.com',
    'ada@strand.example',
    'ada@yahoo.co.uk',
    'ada@gmail.com.ng',
    'ada@mail.ru',
    'ada',
    'ada@',
    '@gmial.com',
    'a@b@gmial.com',
    '',
  ])
    expect(suggestedEmail(typed)).toBeNull()
})
