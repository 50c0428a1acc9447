import { expect, test } from 'vitest'
import { carrierName, carriers, parcelLink } from './carriers.ts'

test('a carrier is known by its usual names, in any case', () => {
  expect(['gigl', 'GIG', 'gig logistics'].map(carrierName)).toEqual(Array(3).fill('GIG Logistics'))
  expect(carrierName('FedEx')).toBe('Red Star (FedEx)')
  expect(carrierName('Musa on his bike')).toBe('Musa on his bike')
})

test('a link is a known https address with the waybill as a parameter, or there is none', () => {
  const waybill = '../?a=b&c#"<é 1'
  for (const { name, aliases, link } of carriers)
    for (const carrier of [name, ...aliases]) {
      const made = parcelLink({ carrier, waybill })
      if (link === null) {
        expect(made).toBe('')
        continue
      }
      const url = new URL(made)
      expect([url.protocol, url.origin]).toEqual(['https:', new URL(link).origin])
      expect([...url.searchParams.values()]).toEqual([waybill])
    }
  expect(parcelLink({ carrier: 'https://evil.example/?', waybill: '1' })).toBe('')
})

test('no two carriers share a name', () => {
  const names = carriers.flatMap(({ name, aliases }) => [name.toLowerCase(), ...aliases])
  expect(new Set(names).size).toBe(names.length)
  expect(names.every((name) => name === name.toLowerCase())).toBe(true)
})
