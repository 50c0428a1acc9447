import { addDays, daysBetween } from '@strand/contracts/days'

export type Span = { from: string; to: string }
export type DayState = 'covered' | 'gap' | 'before' | 'after'

/** The number of days in a span, including the first and the last. */
export const daysOf = ({ from, to }: Span): number => daysBetween(from, to) + 1

export const shownDays = 60

export const coverageDays = (
  { spans, gaps }: { spans: readonly Span[]; gaps: readonly Span[] },
  last: string,
): { day: string; state: DayState }[] => {
  const within = (day: string) => (span: Span) => span.from <= day && day <= span.to
  const newest = spans.at(-1)?.to ?? ''
  return Array.from({ length: shownDays }, (_, at) => {
    const day = addDays(last, at - shownDays + 1)
    if (spans.some(within(day))) return { day, state: 'covered' as const }
    if (gaps.some(within(day))) return { day, state: 'gap' as const }
    return { day, state: day > newest ? ('after' as const) : ('before' as const) }
  })
}

/** The months in the strip, each with the number of its days that are shown. */
export const monthsOf = (days: readonly { day: string }[]): { month: string; days: number }[] => {
  const months = new Map<string, number>()
  for (const { day } of days) months.set(day.slice(0, 7), (months.get(day.slice(0, 7)) ?? 0) + 1)
  return [...months].map(([month, count]) => ({ month, days: count }))
}

/** The spans and gaps of which the strip shows at least one day, oldest first. */
export const shownSpans = (
  { spans, gaps }: { spans: readonly Span[]; gaps: readonly Span[] },
  first: string,
): (Span & { isCovered: boolean })[] =>
  [
    ...spans.map((span) => ({ ...span, isCovered: true })),
    ...gaps.map((span) => ({ ...span, isCovered: false })),
  ]
    .filter(({ to }) => to >= first)
    .sort((one, other) => one.from.localeCompare(other.from))
