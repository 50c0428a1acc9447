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
 * The parameters in the address. Dates are not checked here, because the server reports errors in
 * them.
 */
export type Asked = {
  name: ReportName
  from: string
  to: string
  by: ReportBy | undefined
  /** A day or an event's index; undefined means now. */
  asOf: string | undefined
}

/** How many days a report covers if the address names none. */
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

/** The address after a change: without empty values, and at the first page. */
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
