/** The longest text that is looked at; a receipt has some hundred characters. */
const longestText = 10_000
const mostLines = 200
const longestLine = 200

/** The lines of a text that say something, in one kind of space. */
export const linesOf = (text: string): string[] =>
  text
    .slice(0, longestText)
    .normalize('NFKC')
    .split(/\r?\n/)
    .map((line) => joined(line.replace(/\s+/g, ' ').trim().slice(0, longestLine)))
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .slice(0, mostLines)

/** Readers of pictures put spaces into numbers, as in `NGN1 28,000.00`, and take an edge for a bar. */
const joined = (line: string) =>
  line
    .replace(/(?<=\d,) (?=\d{3}(?!\d))|(?<=\d\.) (?=\d{2}(?!\d))/g, '')
    .replace(/((?:₦|NGN|N|¥) ?\d{1,2}) (?=\d{1,2},\d{3})/g, '$1')
    .replace(/((?:₦|NGN|N|¥) ?\d{1,3}) (?=\d{3}(?:[.,]\d|\b(?!\d)))/g, '$1,')
    .replace(/(?<=\p{L})\|/gu, '')

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
