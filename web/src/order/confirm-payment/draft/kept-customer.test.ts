import { afterEach, expect, test, vi } from 'vitest'
import { keptCustomer } from './kept-customer.ts'

afterEach(() => vi.unstubAllGlobals())

const kept = (value: unknown) => {
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(value) })
  return keptCustomer()
}

test('details kept before a field was added still fill in the others', () => {
  expect(kept({ firstname: 'Ada', lastname: 'Obi', pin: '1234' })).toEqual({
    firstname: 'Ada',
    lastname: 'Obi',
  })
})

test('a phone that keeps nothing of a customer keeps no details', () => {
  for (const value of [null, 7, {}, { firstname: 1 }]) expect(kept(value)).toBeNull()
})
