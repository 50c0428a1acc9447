import { expect, test } from 'vitest'
import { highlightParts } from './highlight-parts.ts'

const marked = (text: string, search: string) =>
  highlightParts(text, search)
    .map(({ part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('')

test('matches are marked in upper and lower case', () => {
  expect(marked('Ada Adeyemi', 'ad')).toBe('[Ad]a [Ad]eyemi')
  expect(marked('Ada', 'ADA')).toBe('[Ada]')
})

test('matches are marked with or without accents', () => {
  expect(marked('Adébáyọ̀ Okafor', 'adebayo')).toBe('[Adébáyọ̀] Okafor')
  expect(marked('Ngozi O’Neil', "o'n")).toBe('Ngozi [O’N]eil')
  expect(marked('Cole-Williams', 'colew')).toBe('[Cole-W]illiams')
  expect(marked('Straße Strasse', 'strass')).toBe('[Straß]e [Strass]e')
})

test('without a search, or without a match, a text is not split', () => {
  expect(marked('Ada', ' ')).toBe('Ada')
  expect(marked('Ada', 'x')).toBe('Ada')
  expect(marked('a.b', '.')).toBe('a[.]b')
})
