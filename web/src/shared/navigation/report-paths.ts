type Span = { from: string; to: string }

/**
 * The URLs of the reports, and of the lists that they link to. Kept apart from `paths`, because
 * customers' pages load `paths`.
 */
export const reportPaths = {
  overview: '/dashboard/overview',
  reports: '/dashboard/reports',
  report: (name: string, { from, to }: Span) =>
    `/dashboard/reports?report=${name}&from=${from}&to=${to}`,
  dayClose: '/dashboard/reports/day/:date',
  dayCloseOf: (date: string) => `/dashboard/reports/day/${date}`,
  monthClose: '/dashboard/reports/month/:month',
  monthCloseOf: (month: string) => `/dashboard/reports/month/${month}`,
  ordersIn: (status: string) => `/dashboard/orders?tab=${status}`,
  approvedWithoutMoney: (day: string) => `/dashboard/orders?tab=all&approvedWithoutMoney=${day}`,
  /** The unmatched lines from the given days, including the first and the last. */
  unmatchedLines: ({ from, to }: Span) => `/dashboard/money?dateFrom=${from}&dateTo=${to}`,
} as const
