import { plainCapitals } from './matching/words.ts'

// `REV` alone may be a reverend: it counts before a separator and before `OF`. Whole words only, so
// that Mr Returner and RVSLE Ventures are nobody's reversal.
const reversalWords =
  /(?<![A-Z0-9])(RVSL|RSVL|RVS|RVRSL|REVSL|REVERSALS?|REVERSED|REVERSE|RETURNED|RTN|RTND|RETD|RETURN(?=\s+(?:OF|ITEM|PAYMENT|FUNDS?|TRF|TRANSFER)\b)|CHARGE\s?BACKS?|CHGBK|BOUNCED|DISHONOU?RED|RECALLED|REV(?=\s*[-/:|*_]|\s+OF\b|\s*$))(?![A-Z0-9])/

const refundWords = /(?<![A-Z0-9])(REFUND|REFUNDED|RFND|RFD)(?![A-Z0-9])/

/** Whether a text has a bank's words for a reversal. */
export const saysReversal = (text: string): boolean => reversalWords.test(plainCapitals(text))

/** Whether a text has a bank's words for a reversal, or anybody's for a refund. */
export const saysReturn = (text: string): boolean => {
  const plain = plainCapitals(text)
  return reversalWords.test(plain) || refundWords.test(plain)
}

const plainWord =
  /^(RVSL|RSVL|RVS|RVRSL|REVSL|REVERSALS?|REVERSED|REVERSE|RETURN|RETURNED|RTN|RTND|RETD|CHARGE|BACK|CHARGEBACKS?|CHGBK|BOUNCED|DISHONOU?RED|RECALLED|REV|REFUND|REFUNDED|RFND|RFD)$/

/** Whether a word, in plain capitals, speaks of returning and so says nothing of who or what. */
export const isReturnWord = (word: string): boolean => plainWord.test(word)
