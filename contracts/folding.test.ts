import { expect, test } from 'vitest'
import { fold, foldLetters } from './folding.ts'

test.each([
  ['case', 'OKAFOR', 'okafor'],
  ['accents', 'Ọláyínká Adébáyọ̀', 'olayinka adebayo'],
  ['the apostrophe of a keyboard', "Ma'aruf", 'maaruf'],
  ['the apostrophe of a phone', 'Ma’aruf', 'maaruf'],
  ['the letter that looks like one', 'Maʼaruf', 'maaruf'],
  ['a lone accent for one', 'O´Neil', 'oneil'],
  ['hooked letters', 'Ɗanladi Ɓala Ƙofa Ƴar', 'danladi bala kofa yar'],
  ['dotted letters', 'ẸṢỌ́', 'eso'],
  ['letters of other languages', 'Łucja Strauß Sørensen Æ', 'lucja strauss sorensen ae'],
  ['hyphens', 'Cole-Williams Ade‑Bayo', 'colewilliams adebayo'],
  ['white space', '  Ada \t\n Obi ', 'ada obi'],
  ['what shows nothing', 'A\u200bda\u00ad', 'ada'],
])('%s: "%s" is "%s"', (_what, typed, folded) => {
  expect(fold(typed)).toBe(folded)
  expect(fold(folded)).toBe(folded)
})

test('foldLetters keeps hyphens, which a bank uses as separators, but makes them all alike', () => {
  expect(foldLetters('NIP FRM ADA OBI–hair')).toBe('nip frm ada obi-hair')
})
