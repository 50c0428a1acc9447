import { maximumNarration, plainCapitals, wordsOf } from './words.ts'

/**
 * The words of banks about the transfer: the way that it took, the two banks and what it is for.
 * They are no names, so a part of a narration that has nothing else names no payer.
 */
const bankWords = new Set(
  (
    'NIP NIBSS CIP FIP NEFT RTGS NXG TNF CR CREDIT MOB MOBILE MB APP USSD WEB POS ATM IB INB ONLINE BANKING ' +
    'INTERNET INSTANT TRF TRSF TFR TRANSFER TRANSFERS TXN INWARD INFLOW OUTWARD RVSL RSVL REVERSAL ' +
    'PAYMENT PAYMENTS PAY PYMT PAYREF REF REFERENCE SESSION ID NGN BANK BANKNIP PLC LTD LIMITED ' +
    'GTB GTBANK GTWORLD UBA FBN FIRSTBANK FCMB ZENITH ZIB ACCESS ABN DIAMOND UNION UBN STERLING FIDELITY ' +
    'WEMA ALAT ECO ECOBANK STANBIC IBTC POLARIS KEYSTONE HERITAGE UNITY JAIZ PROVIDUS TITAN KUDA OPAY ' +
    'PALMPAY MONIEPOINT CARBON GOMON RENMO VFD SPARKLE MFB ' +
    'HAIR WIG WIGS ORDER GOODS PURCHASE DEPOSIT BALANCE FOR FROM FRM BY TO THE OF AND VIA BO IFO SENDER'
  ).split(' '),
)
/** In plain capitals. */
export const isBankWord = (word: string): boolean => bankWords.has(word)

const isName = (word: string) => !bankWords.has(word) && !/\p{N}/u.test(word) && word.length > 1

const payerFollows = new Set(['FROM', 'FRM', 'BY', 'BO', 'SENDER'])
const payerEnds = new Set(['TO', 'FOR', 'IFO', 'REF', 'VIA', 'INTO'])

/** The name of the bank alone, as in `NIP/KBL/OKAFOR CHIOMA`: nobody's whole name is that short. */
const isBankCode = (words: string[]) => words.length === 1 && (words[0] ?? '').length <= 5

/** Takes out each run of words that are the shop's name, in any order or in one piece. */
const withoutShop = (words: string[], shopNames: string[][]): string[] => {
  let left = words
  for (const name of shopNames) {
    const sorted = name.toSorted().join(' ')
    const inOnePiece = name.join('')
    const kept: string[] = []
    for (let at = 0; at < left.length; at++) {
      const run = left.slice(at, at + name.length)
      if (run.length === name.length && run.toSorted().join(' ') === sorted) at += name.length - 1
      else if (left[at] !== inOnePiece) kept.push(left[at] ?? '')
    }
    left = kept
  }
  return left
}

/** The words from `FROM` or the start to `TO` or the end. */
const payerWithin = (words: string[]): string[] => {
  const marker = words.findIndex((word) => payerFollows.has(word))
  const from = words.slice(marker + 1)
  const end = from.findIndex((word) => payerEnds.has(word))
  return (end < 0 ? from : from.slice(0, end)).filter(
    (word) => !bankWords.has(word) && !/\p{N}/u.test(word),
  )
}

/** Names of the shop as lists of words, for `payerWords`; empty names are dropped. */
export const shopNameWords = (shopNames: string[]): string[][] =>
  shopNames.map((name) => wordsOf(plainCapitals(name, 200))).filter((words) => words.length > 0)

/**
 * The words that name the payer. A statement that names a payer is believed; else it is the first
 * part of the narration, as slashes cut it, that has a name in it: what the customer wrote as the
 * reason stands behind it, and may name anybody. Empty when no part has a name.
 */
export const payerWords = (
  { payer, narration }: { payer: string; narration: string },
  shopNames: string[][],
): string[] => {
  const named = withoutShop(wordsOf(plainCapitals(payer, maximumNarration)), shopNames)
  if (named.some(isName)) return named.filter((word) => !/\p{N}/u.test(word))
  const parts = plainCapitals(narration)
    .split(/[/|:;,_]+/)
    .map((part) => withoutShop(wordsOf(part), shopNames))
  for (const [at, words] of parts.entries()) {
    if (at < parts.length - 1 && isBankCode(words)) continue
    const found = payerWithin(words)
    if (found.some(isName)) return found
  }
  return []
}
