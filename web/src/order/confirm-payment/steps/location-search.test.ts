import { expect, test } from 'vitest'
import { matchingLocations } from './location-search.ts'

const options = [
  'Akwa Ibom',
  'Delta',
  'FCT Abuja',
  'Lagos',
  'Lagos Mainland (Yaba)',
  'Niger',
  'Ogun',
  'Pick-up, Lekki',
  'Rivers',
  'international',
].map((text) => ({ id: text, text }))
const found = (search: string) =>
  matchingLocations(options, search).map(({ text, note }) => (note ? `${text}: ${note}` : text))

test.for([
  ['lagos', ['Lagos', 'Lagos Mainland (Yaba)']],
  ['LAGOS mainland', ['Lagos Mainland (Yaba)']],
  ['Lágós', ['Lagos', 'Lagos Mainland (Yaba)']],
  ['lagso', ['Lagos', 'Lagos Mainland (Yaba)']],
  ['yaba', ['Lagos Mainland (Yaba)', 'Lagos: Yaba']],
  ['ikeja lagos', ['Lagos: Ikeja', 'Lagos Mainland (Yaba): Ikeja']],
  ['lekki', ['Pick-up, Lekki', 'Lagos: Lekki', 'Lagos Mainland (Yaba): Lekki']],
  ['port harcourt', ['Rivers: Port Harcourt']],
  ['portharcourt', ['Rivers: Port Harcourt']],
  ['Port-Harcout', ['Rivers: Port Harcourt']],
  ['PH', ['Rivers: PH']],
  ['warri', ['Delta: Warri']],
  [
    'wari',
    ['Delta: Warri', 'FCT Abuja: Gwarinpa', 'Lagos: Bariga', 'Lagos Mainland (Yaba): Bariga'],
  ],
  ['abuja', ['FCT Abuja']],
  ['gwarimpa', ['FCT Abuja: Gwarinpa']],
  ['akwaibom', ['Akwa Ibom']],
  ['uyo', ['Akwa Ibom: Uyo']],
  ['Abeokuta', ['Ogun: Abeokuta']],
  ['inter', ['international']],
  ['paris', []],
] as const)('a search for "%s" finds %j', ([search, expected]) => {
  expect(found(search)).toEqual(expected)
})

test('an empty search finds every location, in the listed order', () => {
  expect(matchingLocations(options, ' ')).toEqual(options)
})
