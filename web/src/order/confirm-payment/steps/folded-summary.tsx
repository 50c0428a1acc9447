import { useMediaQuery } from '../../../shared/browser/use-media-query.ts'
import { summaryLine } from '../draft/order-summary.ts'
import { OrderSummaryTable } from '../draft/order-summary-table.tsx'
import type { PaymentForm } from '../use-payment-form.ts'

/**
 * The order's summary. On a phone, it is folded to one line, because the remaining fields matter
 * more.
 */
export const FoldedSummary = ({ form, total }: { form: PaymentForm; total: number | null }) => {
  const isWide = useMediaQuery('(min-width: 64rem)')
  const { lines } = form.draft
  const table = <OrderSummaryTable lines={lines} delivery={form.delivery} />
  if (isWide) return table
  return (
    <details className="summary-fold">
      <summary>{summaryLine(lines, total ?? undefined)}</summary>
      {table}
    </details>
  )
}
