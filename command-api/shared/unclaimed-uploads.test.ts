import { keyRing } from '@strand/platform/crypto/key-ring'
import { expect, test } from 'vitest'
import { networkMark } from './unclaimed-uploads.ts'

const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const claimant = (network: string) => ({ network, client: '192.0.2.1' })

test('a network always has the same mark, until the key changes', () => {
  const before = keyRing(oldKey)
  const after = keyRing(newKey, oldKey)
  expect(networkMark(before, claimant('192.0.2.0/24'))).toBe(
    networkMark(before, claimant('192.0.2.0/24')),
  )
  expect(networkMark(before, claimant('192.0.2.0/24'))).not.toBe(
    networkMark(before, claimant('198.51.100.0/24')),
  )
  expect(networkMark(after, claimant('192.0.2.0/24'))).toBe(
    networkMark(keyRing(newKey), claimant('192.0.2.0/24')),
  )
})
