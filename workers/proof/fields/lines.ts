/** The longest text that is looked at; a receipt has some hundred characters. */
const maxTextLength = 10_000
const maxLines = 200
const maxLineLength = 200

/** Beside a word that an edge of the picture runs through and nobody can read. */
export const cut = '✂'

/** The lines of a text that say something, in one kind of space. */
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

/** Readers of pictures put spaces into numbers, as in `NGN1 28,000.00`, and take an edge for a bar. */
const joined = (line: string) =>
  line
    .replace(/(?<=\d,) (?=\d{3}(?!\d))|(?<=\d\.) (?=\d{2}(?!\d))/g, '')
    .replace(/((?:₦|NGN|N|¥) ?\d{1,2}) (?=\d{1,2},\d{3})/g, '$1')
    .replace(/((?:₦|NGN|N|¥) ?\d{1,3}) (?=\d{3}(?:[.,]\d|\b(?!\d)))/g, '$1,')
    .replace(/(?<=\p{L})\|/gu, '')

const firstWord =
  'transaction|transfer|session|payment|recipient|receiver|beneficiary|sender|account|reference|destination|source'
const first = new RegExp(`^\\W*(${firstWord})\\W*$`, 'i')
/** No label of its own: in a column of labels and values it is the end of the one above its value. */
const second = /^\W*(details|no|number|id)\W*$/i
const beside =
  /^\W*(transaction|transfer|payment)[\s:|]+(?!(?:date|type|status|amount|ref)\b)(.*\d.*)$/i
const below = /^\W*(details|no|number|id|ref|reference|amount|date)\W*$/i

/**
 * A narrow column breaks a label in two, with its value beside the first half, or between both; and a
 * bubble breaks a date.
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

/** What follows a label on its line, or the line below where it stands alone. */
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

/** Digits, with the letters that a reader of pictures takes them for. */
export const asDigits = (text: string): string =>
  text.replace(/[OoQIl|SB]/g, (letter) => lookAlikes[letter] ?? letter)
