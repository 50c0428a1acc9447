import { seed } from '@strand/platform/testing/random'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recipientKey } from './limits.ts'

const secret = Buffer.alloc(32, 1)
const key = (address: string) => recipientKey(secret, address)

test('one mailbox is one recipient, however its address is written', () => {
  const own = key('ada.obi@example.com')
  for (const same of ['ADA.OBI@Example.COM', 'adaobi@example.com', 'ada.obi+1@example.com'])
    expect(key(same), same).toBe(own)
  expect(key('ada@bücher.example')).toBe(key('ada@xn--bcher-kva.example'))
})

test('other people are other recipients', () => {
  const keys = [
    'ada@example.com',
    'ada@example.org',
    'bola@example.com',
    '+1@example.com',
    '+2@example.com',
  ]
  expect(new Set(keys.map(key)).size).toBe(keys.length)
})

test('the key says nothing without the secret', () => {
  expect(recipientKey(Buffer.alloc(32, 2), 'ada@example.com')).not.toBe(key('ada@example.com'))
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      expect(key(address)).toMatch(/^[\w-]{43}$/)
    }),
    { seed },
  )
})
