import { addDays, periodOf } from '@strand/contracts/days'
import type { ReportParameters } from '@strand/contracts/reports/report'
import { shortDayInWords } from '../../shared/format/desk-days.ts'

/**
 * `from 5 Nov only` for a week or month that the report covers in part; empty for a complete one.
 */
export const cutWords = (
  period: string,
  { from, to, by }: Pick<ReportParameters, 'from' | 'to' | 'by'>,
): string => {
  if (by !== 'week' && by !== 'month') return ''
  const next = by === 'week' ? addDays(period, 7) : periodOf(addDays(period, 31), 'month')
  const first = period < from ? `from ${shortDayInWords(from)}` : ''
  const last = to < addDays(next, -1) ? `to ${shortDayInWords(to)}` : ''
  return first || last ? `${[first, last].filter(Boolean).join(' ')} only` : ''
}
