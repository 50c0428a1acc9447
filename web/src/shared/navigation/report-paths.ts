type Span = { from: string; to: string }

/** The URLs of reports and of what they link to. They are separate from `paths`, which customers load too. */
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
  /** Unmatched lines of those days, including the first and the last. */
  unmatchedLines: ({ from, to }: Span) => `/dashboard/money?dateFrom=${from}&dateTo=${to}`,
} as const
