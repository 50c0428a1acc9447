import { keyRing } from '@strand/platform/crypto/key-ring'
import { seed } from '@strand/platform/testing/random'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recipientKeys } from './limits.ts'

const secret = keyRing(Buffer.alloc(32, 1))
const key = (address: string) => recipientKeys(secret, address)[0]

test('a mailbox is one recipient, however its address is written', () => {
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

test('a recipient’s count survives a change of keys, by the first key and by all of them', () => {
  const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const before = recipientKeys(keyRing(older, newer), 'ada@example.com')
  expect(before).toEqual(recipientKeys(keyRing(newer, older), 'ada@example.com').reverse())
  expect(before[0]).toBe(key('ada@example.com'))
})

test('the key reveals nothing without the secret', () => {
  const others = recipientKeys(keyRing(Buffer.alloc(32, 2)), 'ada@example.com')
  expect(others).not.toContain(key('ada@example.com'))
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      expect(key(address)).toMatch(/^[\w-]{43}$/)
    }),
    { seed },
  )
})
