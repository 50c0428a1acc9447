import { maxNarrationLength, plainCapitals, wordsOf } from './words.ts'

export type PayerPart = {
  words: string[]
  /** Whether the last word may be incomplete, because the bank cut the text off. */
  isCut: boolean
}

/** Banks, and wallets that send under their own name. */
const banks =
  'GTB GTBANK GTWORLD UBA FBN FIRSTBANK FCMB ZENITH ZIB ACCESS ABN DIAMOND UNION UBN STERLING STLB FIDELITY FIDEL ' +
  'WEMA ALAT ECO ECOBANK STANBIC STBC IBTC POLARIS SKYE KEYSTONE KBL HERITAGE UNITY JAIZ PROVIDUS TITAN LOTUS ' +
  'GLOBUS KUDA OPAY OPY PALMPAY PALMP MONIEPOINT ROLEZ CARBON GOMON GOMONEY RENMO VFD SPARKLE PAGA PAYCOM MFB ' +
  'FAIRMONEY BANK'
/** Words for the channel of a transfer. They come before the payer and name nobody. */
const channels =
  'NIP NIBSS CIP FIP NEFT RTGS NXG TNF COP CR CREDIT MOB MOBILE MB UTU UTO APP USSD WEB POS ATM IB INB ONLINE ' +
  'BANKING INTERNET INSTANT TRF TRSF TFR TRFFRM TRANSFER TRANSFERS TXN INWARD INFLOW OUTWARD SENT RECEIVED CASH ' +
  'DEPOSIT ACCT ACCOUNT ANY MBANKING GAPS BETWEEN CUSTOMERS BANKNIP FBNMOBILE ONEBANK RVSL RSVL REVERSAL KIP IFT DGBNK'
/** Words for the purpose of a payment, as people and banks write it. */
const purposes =
  'PAYMENT PAYMENTS PAY PYMT PAYREF REF REFERENCE REMARK SESSION ID NGN HAIR WIG WIGS BUNDLE BUNDLES FRONTAL CLOSURE ' +
  'LACE BRAIDS WEAVON STRAIGHT BONE CURLY ORDER GOODS PURCHASE BALANCE PART FULL THANKS THANK MY YOUR YOU FOR THE OF VIA'
const setOf = (words: string) => new Set(words.split(' '))
const bankWords = setOf(banks)
const channelWords = setOf(channels)
const markers = new Set(['FROM', 'FRM', 'BO', 'TRFFRM'])
const ends = new Set(['TO', 'TRFTO', 'FOR', 'IFO', 'REF', 'VIA', 'INTO', 'REMARK', 'NB', 'PAYREF'])
const notNames = setOf(`${banks} ${channels} ${purposes}`)

/**
 * Words that are too common to show which credit a debit reverses. A read model depends on this
 * list, so a change to the list needs a new version of that model.
 */
const wordsOfBanks = new Set(
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
/** @param word in plain capitals */
export const isBankWord = (word: string): boolean => wordsOfBanks.has(word)

const hasDigit = (word: string) => /\p{N}/u.test(word)
const isName = (word: string) => word.length > 1 && !hasDigit(word) && !notNames.has(word)
const isWay = (word: string) => channelWords.has(word) || hasDigit(word)
const isNoise = (word: string) => bankWords.has(word) || isWay(word)
const hasName = (words: string[]) => words.some(isName)

/** Removes each name of the shop, even if its words are in another order or written as one word. */
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

/** A part of a narration between slashes or similar separators. */
type Part = {
  /** The part's pieces between hyphens, which some banks use as separators. */
  pieces: string[][]
  words: string[]
  isLast: boolean
}

const partsOf = (capitals: string): Part[] => {
  const texts = capitals
    .replace(/\bB\/O\b/g, ' BO ')
    .replace(/\bSENDER\s*:/g, '/FROM ')
    .replace(/\b(REMARK|PAYREF)\s*:/g, '/$1 ')
    // Joins a payment code, so that it is one word.
    .replace(/(?<=-)([AC-HJKMNP-RU-Y3679]{4})-([AC-HJKMNP-RU-Y3679]{4})\b/g, '$1$2')
    .split(/[/|:;_]+/)
  return texts.map((text, at) => {
    const pieces = text.split('-').map(wordsOf)
    return { pieces, words: pieces.flat(), isLast: at === texts.length - 1 }
  })
}

const untilEnd = (words: string[]): string[] => {
  const end = words.findIndex((word) => ends.has(word))
  return end < 0 ? words : words.slice(0, end)
}

/**
 * Removes leading words for channels, and leading words with digits. A bank's name is removed only
 * if the part has no other words: a customer or a wallet can have the same name as a bank.
 */
const withoutWay = (words: string[]): string[] => {
  if (words.every(isNoise)) return []
  return words.slice(words.findIndex((word) => !isWay(word)))
}

/**
 * The piece next to a bank's name: `ADA OBI` in `KUDA-KUDA-ADA OBI` and in `ADA OBI-GTB-THE SHOP`.
 */
const besideBank = ({ pieces }: Part): string[] | null => {
  const isBank = (piece: string[]) => piece.length === 1 && bankWords.has(piece[0] ?? '')
  const named = pieces.map(untilMarker)
  if (pieces.length < 2 || !pieces.some((piece) => isBank(piece.slice(-1)))) return null
  return named.find((piece) => hasName(withoutWay(piece))) ?? null
}

/** The words after the last marker of a piece; all words if it has no marker. */
function untilMarker(words: string[]): string[] {
  const marker = words.findLastIndex((word) => markers.has(word))
  return untilEnd(words.slice(marker + 1))
}

/**
 * `R R ADA OBI`: one bank writes the customer's remark twice, and the payer after it without a
 * separator.
 */
const withoutRepeated = (words: string[]): string[] => {
  for (let size = words.length >> 1; size > 0; size--)
    if (words.slice(0, size).join(' ') === words.slice(size, 2 * size).join(' '))
      return words.slice(2 * size)
  return words
}

/** `ADA OBIADA,OBI`: one bank writes the payer's name twice within its 40 characters. */
const writtenOnce = (words: string[]): string[] => {
  const [first = ''] = words
  const again = words.findIndex(
    (word, at) => at > 0 && word.length > first.length && word.endsWith(first),
  )
  if (first.length < 3 || again < 0) return words
  return [...words.slice(0, again), (words[again] ?? '').slice(0, -first.length)]
}

/** If a narration begins with one of these words, the payer is at a fixed place. */
const placed = new Set(['NIP', 'FIP', 'MOB', 'TNF', 'FBNMOBILE', 'NIBSS'])
const hyphenated = new Set(['NIP', 'COP'])

type Found = { words: string[]; part: Part }

/**
 * Finds the payer in a part that begins with `TRF FROM`, whatever the channel. If a bank's name
 * follows, the words after the bank's name are the customer's remark. If there are no such words,
 * the payer is in a later part.
 */
const marked = (parts: Part[]): Found | null => {
  let behindBank: Found | null = null
  for (const [at, part] of parts.entries()) {
    const behind = behindMarker(part.words)
    if (!behind) continue
    const beside = besideBank(part)
    if (beside) return { words: withoutWay(beside), part }
    const words = untilEnd(behindMarker(withoutRemark(part)) ?? [])
    if (!isNoise(behind[0] ?? '') && hasName(words)) return { words, part }
    if (!behind.every(isNoise)) continue
    const next = parts.slice(at + 1).find((other) => hasName(withoutWay(other.words)))
    if (next) behindBank ??= { words: untilMarker(withoutWay(withoutRemark(next))), part: next }
  }
  return behindBank
}

/**
 * The words after a part's first marker; null if the words before the marker include anything but
 * channels, banks and words with digits.
 */
const behindMarker = (words: string[]): string[] | null => {
  const from = words.findIndex((word) => !isNoise(word))
  return markers.has(words[from] ?? '') ? words.slice(from + 1) : null
}

/**
 * Removes the customer's remark. Banks that separate the pieces by hyphens put the remark after the
 * last hyphen.
 */
const withoutRemark = (part: Part): string[] => {
  const [first = ''] = part.pieces[0] ?? []
  const isSeparated = part.pieces.length > 1 && (hyphenated.has(first) || !isNoise(first))
  return isSeparated ? part.pieces.slice(0, -1).flat() : part.words
}

const between = (capitals: string, parts: Part[]): Found | null => {
  const part = parts.at(-1)
  if (!part || !/^TRANSFER BETWEEN CUSTOMERS/.test(capitals)) return null
  const to = part.words.lastIndexOf('TO')
  const words = to < 0 ? part.words : part.words.slice(0, to)
  const marker = words.findLastIndex((word) => markers.has(word))
  const number = words.findLastIndex((word) => /^\d{9,}$/.test(word))
  const behind = withoutWay(words.slice(number + 1))
  const once = withoutRepeated(behind)
  // A remark may also contain `from`. But the bank writes a remark twice, so if no words are
  // repeated, there is no remark.
  const isFrom = once.length === behind.length && marker > number
  return { words: untilMarker(isFrom ? words.slice(marker + 1) : once), part }
}

/** Whether a part names a bank or wallet as the sender, as in `TRF FROM PALMPAY LIMITED hair`. */
const isBanks = (part: Part) => {
  const behind = behindMarker(part.words)
  return behind !== null && isNoise(behind[0] ?? '') && !besideBank(part)
}

const likeName = (words: string[]): number =>
  words.length === 0 ? 0 : words.filter(isName).length / words.length

const unmarked = (parts: Part[], isPlaced: boolean): Found | null => {
  const named = parts
    .map((part) => ({ words: untilMarker(withoutWay(part.words)), part }))
    .filter(({ words, part }) => hasName(words) && !isBanks(part))
  if (isPlaced) return named[0] ?? null
  // Some banks put the remark first, so take the part that looks most like a name.
  return named.toSorted((one, other) => likeName(other.words) - likeName(one.words))[0] ?? null
}

/**
 * A name of at least `shortestCut` characters may be cut off, and so may a name that ends a
 * narration of at least `shortestNarration`.
 */
const shortestCut = 19
const shortestNarration = 25

const payerIn = (capitals: string): PayerPart => {
  const parts = partsOf(capitals)
  const first = parts[0]?.words[0] ?? ''
  const isPlaced = placed.has(first) && !markers.has(parts[0]?.words.at(-1) ?? '')
  const isMarkedFirst = parts[0]?.words.some((word) => markers.has(word)) ?? false
  const found =
    between(capitals, parts) ??
    (isPlaced && !isMarkedFirst ? unmarked(parts, true) : null) ??
    marked(parts) ??
    unmarked(parts, false)
  if (!found) return { words: [], isCut: false }
  const words = found.words.filter((word) => !hasDigit(word))
  const isEnd = found.part.isLast && capitals.endsWith(words.at(-1) ?? ' ')
  const isCut =
    words.join(' ').length >= shortestCut || (isEnd && capitals.length >= shortestNarration)
  return { words: writtenOnce(words), isCut }
}

/** The words of each name of the shop, for `payerPart`; empty names are left out. */
export const shopNameWords = (shopNames: string[]): string[][] =>
  shopNames.map((name) => wordsOf(plainCapitals(name, 200))).filter((words) => words.length > 0)

/**
 * The words that name the payer; empty if there are none. If the statement has a field for the
 * payer, uses that field. Otherwise, finds the words in the narration, using the known formats of
 * banks. The narration also has the customer's remark, before or after the payer, and the remark
 * may name anyone.
 */
export const payerPart = (
  { payer, narration }: { payer: string; narration: string },
  shopNames: string[][],
): PayerPart => {
  const named = withoutShop(wordsOf(plainCapitals(payer, maxNarrationLength)), shopNames)
  if (hasName(named)) {
    const words = named.filter((word) => !hasDigit(word))
    return { words, isCut: words.join(' ').length >= shortestCut }
  }
  const { words, isCut } = payerIn(plainCapitals(narration).replace(/\s+/g, ' ').trim())
  return { words: withoutShop(words, shopNames), isCut }
}
