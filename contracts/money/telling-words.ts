import { isBankWord } from './matching/payer.ts'
import { isReturnWord } from './return-words.ts'

/** For how many days after a credit a debit whose words match it may be its reversal. */
export const reversedByWordsWithin = 7

/**
 * Keeps the words that tell a text apart from others: names, codes and remarks, but not the banks'
 * own words.
 * @param words in plain capitals
 */
export const tellingWords = (words: string[]): string[] =>
  words.filter(
    (word) => word.length > 2 && /\p{L}/u.test(word) && !isBankWord(word) && !isReturnWord(word),
  )
