import { addDays } from '@strand/contracts/days'
import { type ReportName, ReportName as ReportNames } from '@strand/contracts/reports/definition'
import { ReportBy } from '@strand/contracts/reports/report'

/** The names of reports on their tabs. */
export const reportTitles: Record<ReportName, string> = {
  sales: 'Sales',
  products: 'Products',
  campaigns: 'Campaigns',
  locations: 'Places',
  pipeline: 'Pipeline',
  staff: 'Staff',
  money: 'Money',
}

export const issuedTab = 'issued'

/** What the address asks for. Dates are given to the call as they are: it says what is wrong. */
export type Asked = {
  name: ReportName
  from: string
  to: string
  by: ReportBy | undefined
  /** A day, the index of an event, or nothing for now. */
  asOf: string | undefined
}

/** The days of a report that names none. */
const usualDays = 30

export const askedOf = (params: URLSearchParams, today: string): Asked => {
  const to = params.get('to') || today
  return {
    name: ReportNames.safeParse(params.get('report')).data ?? 'sales',
    from: params.get('from') || addDays(to, 1 - usualDays),
    to,
    by: ReportBy.safeParse(params.get('by')).data,
    asOf: params.get('asOf') || undefined,
  }
}

/** The address after a change; what becomes empty is left out, and the first page is shown. */
export const changedAddress = (
  params: URLSearchParams,
  changes: Partial<Record<'report' | 'from' | 'to' | 'by' | 'asOf', string>>,
): URLSearchParams => {
  const next = new URLSearchParams(params)
  next.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}
