import { asDigits } from './lines.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const number = '([\\dOolISB]{1,2})'
const ending = '(?:st|nd|rd|th)?'
const year = '(\\d{4}|\\d{2}(?!\\d))'
// The whole word, or the `l` of April would be a day; with a zero or a one for a letter.
const word = '(jan|feb|mar|apr|may|jun|ju[l1]|aug|sep|[o0]ct|n[o0]v|dec)[a-z0]*(?![a-z0])'

type Parts = { year: string; month: number; day: string }

/** How a date may be written; in digits alone the day comes first, as Nigerian banks write it. */
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

/** The day of the transfer as `YYYY-MM-DD`: on a line that says so, or the first one. */
export const findDate = (lines: readonly string[]): string | null => {
  const dated = lines.map((line) => datesIn(line))
  const labelled = lines.findIndex(
    (line, index) =>
      (dated[index]?.length ?? 0) > 0 &&
      (/\b(date|time|on)\b/i.test(line) ||
        /^\W*(transaction )?(date|time)\b/i.test(lines[index - 1] ?? '')),
  )
  return (labelled >= 0 ? dated[labelled]?.[0] : dated.flat()[0]) ?? null
}

const datesIn = (line: string): string[] =>
  forms.flatMap(([form, partsOf]) =>
    [...line.matchAll(form)].flatMap((found) => dayOf(partsOf([...found])) ?? []),
  )

/** Null for a day that no month has. */
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
