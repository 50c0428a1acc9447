import { asDigits } from './lines.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const number = '([\\dOolISB]{1,2})'
const ending = '(?:st|nd|rd|th)?'
const year = '(\\d{4}|\\d{2}(?!\\d))'
// Matches whole words only; otherwise the `l` of April would be read as a day. Letters may be
// misread as digits.
const word = '(jan|feb|mar|apr|may|jun|ju[l1]|aug|sep|[o0]ct|n[o0]v|dec)[a-z0]*(?![a-z0])'

type Parts = { year: string; month: number; day: string }

/**
 * Formats of dates. In a date of digits only, the day comes first, as Nigerian banks write dates.
 */
const forms: [RegExp, (found: string[]) => Parts][] = [
  [
    /\b(20\d{2})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/g,
    ([, y = '', m = '', d = '']) => ({ year: y, month: Number(m), day: d }),
  ],
  [
    new RegExp(`\\b${word}\\.?[\\s-]*${number}${ending}[\\s,.-]+${year}`, 'gi'),
    ([, m = '', d = '', y = '']) => ({ year: y, month: monthOf(m), day: d }),
  ],
  [
    new RegExp(`(?<![\\w])${number}\\s?${ending}[\\s,/-]+(?:of )?${word}[\\s.,/-]+${year}`, 'gi'),
    ([, d = '', m = '', y = '']) => ({ year: y, month: monthOf(m), day: d }),
  ],
  [
    /(?<![\d/.-])(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?![\d/.-])/g,
    ([, one = '', other = '', y = '']) =>
      Number(other) > 12
        ? { year: y, month: Number(one), day: other }
        : { year: y, month: Number(other), day: one },
  ],
]

const monthOf = (name: string) =>
  months.indexOf(name.slice(0, 3).toLowerCase().replace('0', 'o').replace('1', 'l')) + 1

/** Words that mark days other than the day of the transfer. */
const otherDays =
  /\b(generated|printed|downloaded|issued|until|expir\w*|due|as (?:at|of)|since|from \d|birth|copyright)\b|©/i
const ofTransfer = /\b(?:trans(?:action)?|transfer|payment|paid|sent)\b.*\b(?:date|time|on)\b/i
const ofSomething = /\b(?:date|time|dt|on)\b/i

/**
 * The day of the transfer as `YYYY-MM-DD`: the labeled day or, without a label, the only day in the
 * proof. Null unless it is certain.
 *
 * @param again a second reading of the same proof; the day must be in both
 */
export const findDate = (
  lines: readonly string[],
  again: readonly string[] | null,
): string | null => {
  const [date, other] = [dayIn(lines), again && dayIn(again)]
  if (!again) return date
  if (date && other && date !== other) return null
  const day = date ?? other
  const isInBoth = [lines, again].every((read) =>
    read.some((line) => datesIn(line).includes(day ?? '')),
  )
  return isInBoth ? day : null
}

const dayIn = (lines: readonly string[]): string | null => {
  const dated = lines.flatMap((line, index) => {
    const above = lines[index - 1] ?? ''
    const dates = otherDays.test(line) ? [] : datesIn(line)
    return dates.map((date) => ({ date, label: labelIn(line) ?? labelIn(above, true) ?? '' }))
  })
  for (const label of [ofTransfer, ofSomething, /(?:)/]) {
    const days = new Set(dated.filter((one) => label.test(one.label)).map(({ date }) => date))
    if (days.size > 0) return days.size === 1 ? ([...days][0] ?? null) : null
  }
  return null
}

/** A line above a date is its label only if that line has no digits. */
const labelIn = (line: string, isAbove = false): string | undefined =>
  ofSomething.test(line) && !(isAbove && /\d/.test(line)) ? line : undefined

const datesIn = (line: string): string[] =>
  forms.flatMap(([form, partsOf]) =>
    [...line.matchAll(form)].flatMap((found) => dayOf(partsOf([...found])) ?? []),
  )

/** Null if the day does not exist. */
const dayOf = ({ year, month, day }: Parts): string | null => {
  const written = [
    year.length === 2 ? `20${year}` : year,
    String(month).padStart(2, '0'),
    asDigits(day).padStart(2, '0'),
  ].join('-')
  const time = Date.parse(`${written}T00:00:00Z`)
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== written) return null
  return /^20/.test(written) ? written : null
}
