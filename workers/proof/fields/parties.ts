import { asDigits, valuesOf } from './lines.ts'

const recipientWords = /\b(recipient|beneficiary|receiver|credited?|destination|to)\b/i
const senderWords = /\b(sender|from|source|payer|originator|debit(?:ed)?|remitter)\b/i
const noAccount = /\b(session|ref|reference|transaction (?:no|id|number|ref)|rrn|phone|bvn)\b/i

/** Ten digits, or fewer with signs for those that the bank hides; none is part of a longer word. */
const wholeAccount = /(?<![\w*/-])[\dOQIlSB]{10}(?![\w*/-])/g
const spacedAccount = /(?<![\w*/-])\d(?:[ -]?\d){9}(?![\w*/-])/g
const hiddenAccount = /(?<![\w/-])\d{0,6}[*xX•·]{2,10}\d{0,6}(?![\w/-])/g

type Party = 'recipient' | 'sender' | 'unknown'

/** The account paid into: one that belongs to the sender is none. */
export const findRecipientAccount = (lines: readonly string[]): string | null => {
  let party = 'unknown' as Party
  const found: { account: string; party: Party }[] = []
  for (const line of lines) {
    if (recipientWords.test(line) && !/\btransfer(?:red)? to bank\b/i.test(line))
      party = 'recipient'
    else if (senderWords.test(line)) party = 'sender'
    if (noAccount.test(line)) continue
    for (const account of accountsIn(line)) found.push({ account, party })
  }
  return (
    (found.find((one) => one.party === 'recipient') ?? found.find((one) => one.party === 'unknown'))
      ?.account ?? null
  )
}

const accountsIn = (line: string): string[] => [
  ...[...line.matchAll(wholeAccount)]
    .map(([text]) => text)
    // A word of such letters is none.
    .filter((text) => text.replace(/\D/g, '').length >= 8)
    .map(asDigits),
  ...[...line.matchAll(spacedAccount)]
    .filter(([text]) => /\D/.test(text))
    .map(([text]) => text.replace(/\D/g, '')),
  ...[...line.matchAll(hiddenAccount)].flatMap(([text]) => widened(text) ?? []),
]

/** Banks hide digits behind any number of signs: as many as are missing to ten. */
const widened = (text: string): string | null => {
  const [, before = '', after = ''] = /^(\d*)\D+(\d*)$/.exec(text) ?? []
  const hidden = 10 - before.length - after.length
  if (hidden < 1 || hidden > 7) return null
  return before + '*'.repeat(hidden) + after
}

const senderLabel =
  /^\W*(?:sender(?:['’]s)?(?: details| name| account name)?|from(?: account)?(?: name)?|payer(?: name)?|originator(?: name)?|source(?: account)? name|debited from|remitter(?: name)?)\b(?! bank| account n)/i

/** Who paid. */
export const findSender = (lines: readonly string[]): string | null => {
  for (const value of valuesOf(lines, senderLabel)) {
    const name = nameIn(value)
    if (name) return name
  }
  return null
}

/** The words of a name, up to what else stands on the line. */
const nameIn = (value: string): string | null => {
  const name = (/^[\p{L}\p{M}'’.\- ]+/u.exec(value)?.[0] ?? '').replace(/[\s.'’-]+$/, '').trim()
  const letters = name.replace(/[^\p{L}]/gu, '')
  if (letters.length < 3 || name.length > 100) return null
  const capitals = letters.replace(/[^\p{Lu}]/gu, '').length
  // A small letter or two among capitals is a slip of the reader.
  return capitals > 0.7 * letters.length ? name.toUpperCase() : name
}
