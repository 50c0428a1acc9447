import { addDays, periodOf } from '@strand/contracts/days'
import type { ReportParameters } from '@strand/contracts/reports/report'
import { shortDayInWords } from '../../shared/format/desk-days.ts'

/**
 * For a week or month of which the report covers only a part: `from 5 Nov only`. Empty if it is
 * complete.
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
