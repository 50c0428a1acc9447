import { expect, test } from 'vitest'
import { mentionedIn, nameBeing, suggestedFor, withName } from './mentioned.ts'

const tola = { userid: '1', name: 'Tola Ade' }
const bisi = { userid: '2', name: 'Bisi Tolani' }
const colleagues = [tola, bisi]

test('an @ at the beginning of a word suggests names; one in an email address does not', () => {
  expect(nameBeing('Hello @to', 9)).toBe('to')
  expect(nameBeing('@', 1)).toBe('')
  expect(nameBeing('ada@example', 11)).toBeNull()
  expect(nameBeing('Hello @to there', 2)).toBeNull()
})

test('colleagues are suggested by the beginning of any of their names', () => {
  expect(suggestedFor('tol', colleagues)).toEqual([tola, bisi])
  expect(suggestedFor('ad', colleagues)).toEqual([tola])
  expect(suggestedFor('ol', colleagues)).toEqual([])
  expect(suggestedFor('Tola Ade ', colleagues)).toEqual([])
})

test('a chosen name replaces the typed text and mentions its owner', () => {
  const { text, caret } = withName('Ask @to about it', 7, tola)
  expect(text).toBe('Ask @Tola Ade about it')
  expect(text.slice(0, caret)).toBe('Ask @Tola Ade ')
  expect(mentionedIn(text, colleagues)).toEqual(['1'])
  // A name typed on another keyboard, with other accents and capitals.
  expect(mentionedIn('@Tólá ade, please', colleagues)).toEqual(['1'])
})
