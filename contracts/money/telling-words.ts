import { isBankWord } from './matching/payer.ts'

/** A debit with the same words may reverse a credit up to this many days after the credit. */
export const reversedByWordsWithin = 7

/** A word about a return, which is not part of a name. */
const returnWord =
  /^(RVSL|RSVL|RVS|RVRSL|REVSL|REVERSALS?|REVERSED|REVERSE|RETURN|RETURNED|RTN|RTND|RETD|CHARGE|BACK|CHARGEBACKS?|CHGBK|BOUNCED|DISHONOU?RED|RECALLED|REV|REFUND|REFUNDED|RFND|RFD)$/

/**
 * Keeps the words that distinguish a text from others: names, codes and remarks, without the banks'
 * own words.
 *
 * @param words in plain capitals
 */
export const tellingWords = (words: string[]): string[] =>
  words.filter(
    (word) => word.length > 2 && /\p{L}/u.test(word) && !isBankWord(word) && !returnWord.test(word),
  )
