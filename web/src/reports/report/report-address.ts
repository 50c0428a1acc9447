import { addDays } from '@strand/contracts/days'
import { type ReportName, ReportName as ReportNames } from '@strand/contracts/reports/definition'
import { ReportBy } from '@strand/contracts/reports/report'

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

/**
 * The report's parameters in the URL. Dates are not checked here; if one is wrong, the server says
 * so.
 */
export type Asked = {
  name: ReportName
  from: string
  to: string
  by: ReportBy | undefined
  /** A day, or an event's index in the log. Undefined means now. */
  asOf: string | undefined
}

/** How many days a report covers if the URL does not say. */
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

/**
 * The URL's parameters after a change. Empty values are removed, and the list returns to its first
 * page.
 */
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
