import { isBankWord } from './matching/payer.ts'
import { isReturnWord } from './return-words.ts'

/** Days after a credit in which banks take it back by words alone. */
export const reversedByWordsWithin = 7

/**
 * Those of a text's words that tell it apart from others: names, codes, remarks; no words of banks.
 *
 * @param words in plain capitals
 */
export const tellingWords = (words: string[]): string[] =>
  words.filter(
    (word) => word.length > 2 && /\p{L}/u.test(word) && !isBankWord(word) && !isReturnWord(word),
  )
