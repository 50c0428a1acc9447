import { expect, test } from 'vitest'
import { highlightParts } from './highlight-parts.ts'

const marked = (text: string, search: string) =>
  highlightParts(text, search)
    .map(({ part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('')

test('matches are marked whatever their case', () => {
  expect(marked('Ada Adeyemi', 'ad')).toBe('[Ad]a [Ad]eyemi')
  expect(marked('Ada', 'ADA')).toBe('[Ada]')
})

test('matches are marked however they are written', () => {
  expect(marked('Adébáyọ̀ Okafor', 'adebayo')).toBe('[Adébáyọ̀] Okafor')
  expect(marked('Ngozi O’Neil', "o'n")).toBe('Ngozi [O’N]eil')
  expect(marked('Cole-Williams', 'colew')).toBe('[Cole-W]illiams')
  expect(marked('Straße Strasse', 'strass')).toBe('[Straß]e [Strass]e')
})

test('without a search, and without a match, a text stays whole', () => {
  expect(marked('Ada', ' ')).toBe('Ada')
  expect(marked('Ada', 'x')).toBe('Ada')
  expect(marked('a.b', '.')).toBe('a[.]b')
})
