import { expect, test } from 'vitest'
import { suggestedEmail } from './email-suggestion.ts'

test('for an address whose domain is nearly a popular one, the popular one is suggested', () => {
  for (const domain of ['gmial.com', 'gmai.com', 'gmail.con', 'gmail.co', 'GMAILL.com', 'gmal.com'])
    expect(suggestedEmail(`Ada.Obi@${domain}`)).toBe('Ada.Obi@gmail.com')
  expect(suggestedEmail(' ada@yaho.com ')).toBe('ada@yahoo.com')
  expect(suggestedEmail('ada@hotmial.com')).toBe('ada@hotmail.com')
})

test('an address that is correct, at another domain or unfinished gets no suggestion', () => {
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
