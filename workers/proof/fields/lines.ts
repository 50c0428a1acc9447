/** The longest text that is searched, in characters. A receipt has a few hundred. */
const maxTextLength = 10_000
const maxLines = 200
const maxLineLength = 200

/** Marks a word that the picture's edge may have cut off. */
export const cut = '✂'

/** The lines of a text that have letters or digits, with normalized white space. */
export const linesOf = (text: string): string[] =>
  withLabelsWhole(
    text
      .slice(0, maxTextLength)
      .normalize('NFKC')
      .split(/\r?\n/)
      .map((line) => joined(line.replace(/\s+/g, ' ').trim().slice(0, maxLineLength)))
      .filter((line) => /[\p{L}\p{N}]/u.test(line))
      .slice(0, maxLines),
  )

/**
 * Corrects two errors of OCR: it puts spaces into numbers, as in `NGN1 28,000.00`, and reads the
 * picture's edge as a bar.
 */
const joined = (line: string) =>
  line
    .replace(/(?<=\d,) (?=\d{3}(?!\d))|(?<=\d\.) (?=\d{2}(?!\d))/g, '')
    .replace(/((?:₦|NGN|N|¥) ?\d{1,2}) (?=\d{1,2},\d{3})/g, '$1')
    .replace(/((?:₦|NGN|N|¥) ?\d{1,3}) (?=\d{3}(?:[.,]\d|\b(?!\d)))/g, '$1,')
    .replace(/(?<=\p{L})\|/gu, '')

const firstWord =
  'transaction|transfer|session|payment|recipient|receiver|beneficiary|sender|account|reference|destination|source'
const first = new RegExp(`^\\W*(${firstWord})\\W*$`, 'i')
/**
 * Words that are not a label on their own. In two columns, they can be the second half of a label:
 * the first half is on the line above the value, and these words are on the line below it.
 */
const second = /^\W*(details|no|number|id)\W*$/i
const beside =
  /^\W*(transaction|transfer|payment)[\s:|]+(?!(?:date|type|status|amount|ref)\b)(.*\d.*)$/i
const below = /^\W*(details|no|number|id|ref|reference|amount|date)\W*$/i

/**
 * Puts broken labels and dates together again. A narrow column can break a label in two, with the
 * value next to its first half or between the halves. A chat bubble can break a date.
 */
const withLabelsWhole = (lines: string[]): string[] => {
  const whole: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const [line = '', next = '', afterNext = ''] = lines.slice(at, at + 3)
    const [, start, value] = beside.exec(line) ?? []
    if (start && value && below.test(next)) {
      whole.push(`${start} ${next} ${value}`)
      at += 1
    } else if (first.test(line) && second.test(afterNext) && !second.test(next)) {
      whole.push(`${line} ${afterNext} ${next}`)
      at += 2
    } else if (/\d[-/]$/.test(line) && /^[\dA-Z]/i.test(next)) {
      whole.push(`${line}${next}`)
      at += 1
    } else whole.push(line)
  }
  return whole
}

/** The text after a label on the same line or, if there is none, the next line. */
export const valuesOf = (lines: readonly string[], label: RegExp): string[] =>
  lines.flatMap((line, index) => {
    const found = label.exec(line)
    if (!found || found.index > 0) return []
    const rest = line.slice(found[0].length).replace(/^[\s:;.|=–—-]+/, '')
    const below = lines[index + 1]
    return rest !== '' ? [rest] : below === undefined ? [] : [below]
  })

const lookAlikes: Record<string, string> = {
  O: '0',
  o: '0',
  Q: '0',
  I: '1',
  l: '1',
  '|': '1',
  S: '5',
  B: '8',
}

/** Replaces letters with the digits that OCR mistakes for them. */
export const asDigits = (text: string): string =>
  text.replace(/[OoQIl|SB]/g, (letter) => lookAlikes[letter] ?? letter)
