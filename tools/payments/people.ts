import type { Dice } from './dice.ts'
import { familyNames, firstNames } from './nigerian-names.ts'

export type Person = { key: string; first: string; middle: string; family: string }

export const newPerson = (dice: Dice, number: number, family?: string): Person => ({
  key: `customer-${number}`,
  first: dice.zipf(firstNames),
  middle: dice.chance(0.6) ? dice.zipf(firstNames) : '',
  family: family ?? dice.zipf(familyNames),
})

export const misspelt = (dice: Dice, text: string): string => {
  const at = Math.floor(dice.random() * text.length)
  const letter = dice.text('aeinoru', 1)
  const [head, tail] = [text.slice(0, at), text.slice(at + 1)]
  return dice.pick([head + tail, head + letter + tail, head + letter + text.slice(at)])
}

export const typedAccountName = (dice: Dice, { first, middle, family }: Person): string => {
  const both = `${first} ${family}`
  const typed = dice.weighted([
    [50, both],
    [24, `${family} ${first}`],
    [9, middle === '' ? both : `${first} ${middle} ${family}`],
    [4, middle === '' ? both : `${first} ${middle.charAt(0)}. ${family}`],
    [3, `${first}${family}`],
    [3, `${dice.pick(['Mrs', 'Miss', 'Mr', 'Alhaja'])} ${both}`],
    [3, first],
    [1, family],
    [1, `${first}'s Beauty Place`],
    [2, misspelt(dice, both)],
  ])
  return dice.weighted([
    [7, typed],
    [2, typed.toLowerCase()],
    [1, typed.toUpperCase()],
  ])
}

const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}']/gu, '')
    .replace('Ɗ', 'D')
    .toUpperCase()

/** The name at the payer's bank, often with a middle name, and sometimes run together. */
export const bankName = (dice: Dice, { first, middle, family }: Person): string => {
  const [given, second, last] = [plain(first), plain(middle), plain(family)]
  const all = dice.weighted([
    [55, [last, given, second]],
    [30, [given, second, last]],
    [15, [last, given, second.charAt(0)]],
  ])
  const words = all.filter((word) => word !== '')
  return words.join(dice.chance(0.04) ? '' : dice.chance(0.05) ? '  ' : ' ')
}
