import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../testing/random.ts'
import { networkOf, wideNetworkOf } from './network.ts'

test('an IPv4 address is its own network, even if it is mapped into IPv6', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::ffff:cb00:7107')).toBe('203.0.113.7')
})

test('an IPv6 address counts as its /64, however it is written', () => {
  for (const address of ['2001:db8:1:2::1', '2001:DB8:1:2:ffff::9', '2001:0db8:0001:0002:0:0:0:1'])
    expect(networkOf(address)).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80::/64')
})

test('the wide network is an IPv4 /24 or an IPv6 /56', () => {
  expect(wideNetworkOf('203.0.113.7')).toBe('203.0.113.0/24')
  expect(wideNetworkOf('::ffff:203.0.113.200')).toBe('203.0.113.0/24')
  expect(wideNetworkOf('203.0.114.7')).toBe('203.0.114.0/24')
  expect(wideNetworkOf('2001:db8:1:2::1')).toBe('2001:db8:1::/56')
  expect(wideNetworkOf('2001:db8:1:ff::1')).toBe('2001:db8:1::/56')
  expect(wideNetworkOf('2001:db8:1:100::1')).toBe('2001:db8:1:100::/56')
  expect(wideNetworkOf('unix:')).toBe('unix:')
})

const group = fc.integer({ min: 1, max: 0xffff }).map((number) => number.toString(16))
const half = fc.array(group, { minLength: 4, maxLength: 4 }).map((groups) => groups.join(':'))

test('two IPv6 addresses are one network exactly when their first halves are the same', () => {
  fc.assert(
    fc.property(half, half, half, half, (left, right, otherLeft, otherRight) => {
      const network = networkOf(`${left}:${right}`)
      expect(networkOf(`${left}:${otherRight}`)).toBe(network)
      expect(networkOf(`${otherLeft}:${right}`) === network).toBe(otherLeft === left)
    }),
    { seed },
  )
})

test('anything but an address is returned unchanged', () =>
  expect(networkOf('unix:')).toBe('unix:'))
