import type { LineKind } from './line-kind.ts'
import { plainCapitals } from './matching/words.ts'

// Only servers may load this file: its patterns need newer browsers than customers have.

// Only whole words count, so that Mr Returner and RVSLE Ventures do not look like reversals. `REV`
// may be a reverend, so it counts only before a separator, before `OF` or at the end. `RETD` does
// not count after an officer's rank and name, where it means retired, and neither does Reverse
// Logistics, which is a kind of business.
const reversalWords =
  /(?<![A-Z0-9])(RVSL|RSVL|RVS|RVRSL|REVSL|REVERSALS?|REVERSED|REVERSE(?!\s+LOGISTICS?\b)|RETURNED|RTN|RTND|(?<!\b(?:GEN|GENERAL|COL|COLONEL|MAJ|MAJOR|CAPT|CAPTAIN|LT|CDR|COMMANDER|AVM|COMMODORE|ADMIRAL|SGT|SERGEANT|ACP|DCP|CSP|DSP|ASP|SUPT|INSP|INSPECTOR|JUSTICE)\b[A-Z .'()]*)RETD|RETURN(?=\s+(?:OF|ITEM|PAYMENT|FUNDS?|TRF|TRANSFER)\b)|CHARGE\s?BACKS?|CHGBK|BOUNCED|DISHONOU?RED|RECALLED|REV(?=\s*[-/:|*_]|\s+OF\b|\s*$))(?![A-Z0-9])/

const refundWords = /(?<![A-Z0-9])(REFUND|REFUNDED|RFND|RFD)(?![A-Z0-9])/

/** Whether a text has a bank's word for a reversal. */
export const saysReversal = (text: string): boolean => reversalWords.test(plainCapitals(text))

/** Whether a text has a bank's word for a reversal, or anyone's word for a refund. */
export const saysReturn = (text: string): boolean => {
  const plain = plainCapitals(text)
  return reversalWords.test(plain) || refundWords.test(plain)
}

/**
 * The kind of a line, judged by that line only. A debit is later compared with the credits that it
 * may take back.
 */
export const lineKindOf = ({
  amountKobo,
  narration,
  isMarked = false,
}: {
  amountKobo: number
  narration: string
  /** Whether the bank marks the line as a return, whatever the narration says. */
  isMarked?: boolean
}): LineKind => (isMarked || (amountKobo > 0 && saysReturn(narration)) ? 'returned' : 'money')
