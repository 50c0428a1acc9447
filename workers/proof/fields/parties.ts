import { asDigits, cut, valuesOf } from './lines.ts'

const recipientWords = /\b(recipient|beneficiary|receiver|destination|to)\b/i
const senderWords = /\b(sender|from|source|payer|originator|debit(?:ed)?|remitter)\b/i
/** Phrases in which `to` does not introduce a recipient. */
const noRecipient =
  /\btransfer(?:red)? to bank\b|\b(?:up|not limited|according|due) to\b|\bto (?:get|bank)\b/i
const noAccount =
  /\b(session|ref|reference|transaction (?:no|id|number|ref)|rrn|phone|bvn|date|time)\b/i

/** Ten digits, or fewer with masking characters, that are not part of a longer word. */
const wholeAccount = new RegExp(`(?<![\\w*/${cut}-])[\\dOQIlSB]{10}(?![\\w*/${cut}-])`, 'g')
const spacedAccount = new RegExp(`(?<![\\w*/:${cut}-])\\d(?:[ -]?\\d){9}(?![\\w*/:${cut}-])`, 'g')
const hiddenAccount = new RegExp(
  `(?<![\\w/${cut}-])\\d{0,6}[*xX•·]{2,10}\\d{0,6}(?![\\w/${cut}-])`,
  'g',
)

/** How many lines below its label an account number may be. */
const reach = 5

/**
 * The account that received the money. Null unless it is certain: it must be below a recipient's
 * label, and the only account there.
 *
 * @param again a second reading of the same proof; the account must be in both
 */
export const findRecipientAccount = (
  lines: readonly string[],
  again: readonly string[] | null,
): string | null => {
  const [account, other] = [recipientIn(lines), again && recipientIn(again)]
  if (!again) return account
  if (account && other && account !== other) return null
  const found = account ?? other
  const isInBoth = [lines, again].every((read) =>
    read.some((line) => accountsIn(line).includes(found ?? '')),
  )
  return isInBoth ? found : null
}

const recipientIn = (lines: readonly string[]): string | null => {
  let labelled = Number.NEGATIVE_INFINITY
  const found = new Set<string>()
  for (const [at, line] of lines.entries()) {
    const [recipient, sender] = [line.search(recipientWords), line.search(senderWords)]
    if (recipient >= 0 && !noRecipient.test(line)) labelled = at
    else if (sender >= 0) labelled = Number.NEGATIVE_INFINITY
    const above = lines[at - 1] ?? ''
    if (noAccount.test(line) || (noAccount.test(above) && !/\d/.test(above))) continue
    if (at - labelled <= reach) for (const account of accountsIn(line)) found.add(account)
  }
  return found.size === 1 ? ([...found][0] ?? null) : null
}

const accountsIn = (line: string): string[] => [
  ...[...line.matchAll(wholeAccount)]
    .map(([text]) => text)
    // Excludes words with fewer than eight real digits; their letters only look like digits.
    .filter((text) => text.replace(/\D/g, '').length >= 8)
    .map(asDigits),
  ...[...line.matchAll(spacedAccount)]
    .filter(([text]) => /\D/.test(text))
    .map(([text]) => text.replace(/\D/g, '')),
  ...[...line.matchAll(hiddenAccount)].flatMap(([text]) => widened(text) ?? []),
]

/**
 * Pads a masked account number to ten characters, because banks mask with any number of characters.
 */
const widened = (text: string): string | null => {
  const [, before = '', after = ''] = /^(\d*)\D+(\d*)$/.exec(text) ?? []
  const hidden = 10 - before.length - after.length
  if (hidden < 1 || hidden > 7) return null
  return before + '*'.repeat(hidden) + after
}

const senderLabel =
  /^\W*(?:sender(?:['’]s)?(?: details| name| account name)?|from(?: account)?(?: name)?|paid by|payer(?: name)?|originator(?: name)?|source(?: account)? name|debited from|remitter(?: name)?)\b(?! bank| account)/i

export const findSender = (lines: readonly string[]): string | null => {
  for (const value of valuesOf(lines, senderLabel)) {
    const name = nameIn(value)
    if (name) return name
  }
  return null
}

/** The words of a name, up to anything else on the line. */
const nameIn = (read: string): string | null => {
  const value = read.replace(/(?<![\d,.])0(?=\p{L})|(?<=\p{L})0(?![\d,.])/gu, 'O')
  const name = (/^[\p{L}\p{M}'’.\- ]+/u.exec(value)?.[0] ?? '').replace(/[\s.'’-]+$/, '').trim()
  if (value.slice(name.length).trimStart().startsWith(cut)) return null
  const letters = name.replace(/[^\p{L}]/gu, '')
  if (letters.length < 3 || name.length > 100) return null
  const capitals = letters.replace(/[^\p{Lu}]/gu, '').length
  // A few lowercase letters among capitals are OCR errors.
  return capitals > 0.7 * letters.length ? name.toUpperCase() : name
}
