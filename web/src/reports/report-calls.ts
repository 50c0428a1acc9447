import type { Endpoint } from '@strand/contracts/endpoint'
import type { ReportName } from '@strand/contracts/reports/definition'
import { reportEndpoints } from '@strand/contracts/reports/endpoints'
import type { ReportQuery } from '@strand/contracts/reports/report'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../shared/api/client.ts'
import { ordersKey } from '../shared/server-state/order-queries.ts'

/** The key begins with the orders' key, so that a change to an order also reloads the reports. */
const reportsKey = [...ordersKey, 'reports'] as const

export const useOverview = () =>
  useQuery({
    queryKey: [...reportsKey, 'overview'],
    queryFn: async ({ signal }) => (await call(reportEndpoints.getOverview, { signal })).result,
  })

export const useSalesByDay = (span: Pick<ReportQuery, 'from' | 'to'> | undefined) =>
  useQuery({
    queryKey: [...reportsKey, 'sales', span],
    queryFn: async ({ signal }) => {
      const query = { ...span, by: 'day' as const }
      return (await call(reportEndpoints.getSalesReport, { query, signal })).result.rows
    },
    enabled: span !== undefined,
    placeholderData: keepPreviousData,
  })

const readEndpoints = {
  sales: reportEndpoints.getSalesReport,
  products: reportEndpoints.getProductsReport,
  campaigns: reportEndpoints.getCampaignsReport,
  locations: reportEndpoints.getLocationsReport,
  pipeline: reportEndpoints.getPipelineReport,
  staff: reportEndpoints.getStaffReport,
  money: reportEndpoints.getMoneyReport,
} as const

const issueEndpoints = {
  sales: reportEndpoints.issueSalesReport,
  products: reportEndpoints.issueProductsReport,
  campaigns: reportEndpoints.issueCampaignsReport,
  locations: reportEndpoints.issueLocationsReport,
  pipeline: reportEndpoints.issuePipelineReport,
  staff: reportEndpoints.issueStaffReport,
  money: reportEndpoints.issueMoneyReport,
} as const

export const reportEndpoint = (name: ReportName): Endpoint => readEndpoints[name]

/**
 * While a report loads, the previous rows stay on the screen only if they are from the same report.
 */
export const useReport = (name: ReportName, query: ReportQuery) =>
  useQuery({
    queryKey: [...reportsKey, name, query],
    queryFn: async ({ signal }) => (await call(readEndpoints[name], { query, signal })).result,
    placeholderData: (previous, before) =>
      before?.queryKey[reportsKey.length] === name ? previous : undefined,
  })

export const issueReport = ({ name, body }: { name: ReportName; body: ReportQuery }) =>
  call(issueEndpoints[name], { body })

export const issuedKey = [...reportsKey, 'issued'] as const

export const useRerun = (reportId: string) =>
  useQuery({
    queryKey: [...issuedKey, reportId],
    queryFn: async ({ signal }) => {
      const sent = { params: { reportId }, signal }
      return (await call(reportEndpoints.rerunIssuedReport, sent)).result
    },
    staleTime: 0,
    gcTime: 0,
  })

export const useMonthClose = (month: string) =>
  useQuery({
    queryKey: [...reportsKey, 'month', month],
    queryFn: async ({ signal }) =>
      (await call(reportEndpoints.getMonthClose, { params: { month }, signal })).result,
  })

export const useDayClose = (date: string) =>
  useQuery({
    queryKey: [...reportsKey, 'day', date],
    queryFn: async ({ signal }) =>
      (await call(reportEndpoints.getDayClose, { params: { date }, signal })).result,
  })
