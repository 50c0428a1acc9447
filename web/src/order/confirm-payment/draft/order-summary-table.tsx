// biome-ignore-all lint/a11y/noRedundantRoles: on a phone, CSS changes how the table is displayed, which removes its roles

import { Skeleton } from '../../../shared/feedback/loading.tsx'
import { DeliveryPrice, formatNumber, Money } from '../../../shared/format/money.tsx'
import { shortProductName } from '../../../shared/format/truncate.ts'
import type { DraftLine } from './draft.ts'
import { amountOf, subtotalOf } from './order-summary.ts'
import './order-summary-table.css'

/**
 * The order as a table. On a phone, CSS shows each line as a card. Browsers would then no longer
 * tell screen readers that this is a table, so the roles are set explicitly.
 */
export const OrderSummaryTable = ({
  lines,
  delivery,
  wholeNames = false,
}: {
  lines: DraftLine[]
  delivery: { data: { price: number } | undefined; isFetching: boolean }
  /** Whether to show full product names. Paper needs them, because it has no tooltips. */
  wholeNames?: boolean
}) => {
  const subtotal = subtotalOf(lines)
  return (
    <div className="summary-card">
      <table className="summary" role="table">
        <caption>Order summary</caption>
        <thead role="rowgroup">
          <tr role="row">
            {['S/N', 'Item', 'Price', 'Quantity', 'Amount'].map((heading) => (
              <th key={heading} role="columnheader" scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {lines.map((line, index) => (
            <tr key={line.productid} role="row">
              <td role="cell">{index + 1}</td>
              <td role="cell" title={line.productname}>
                {wholeNames ? line.productname : shortProductName(line.productname)}
              </td>
              <td role="cell">
                <Money amount={line.price} />
              </td>
              <td role="cell">{formatNumber(line.quantity)}</td>
              <td role="cell">
                <Money amount={amountOf(line)} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot role="rowgroup">
          <tr role="row" className="summary-subtotal">
            <th role="rowheader" scope="row" colSpan={4}>
              Sub total
            </th>
            <td role="cell">
              <Money amount={subtotal} />
            </td>
          </tr>
          <tr role="row">
            <th role="rowheader" scope="row" colSpan={4}>
              Delivery price
            </th>
            <td role="cell">
              {delivery.data && <DeliveryPrice amount={delivery.data.price} />}
              {!delivery.data && delivery.isFetching && <Skeleton width="4rem" />}
              {!delivery.data && !delivery.isFetching && '–'}
            </td>
          </tr>
          {delivery.data && (
            <tr role="row" className="summary-total">
              <th role="rowheader" scope="row" colSpan={4}>
                Total
              </th>
              <td role="cell">
                <Money amount={subtotal + delivery.data.price} />
              </td>
            </tr>
          )}
        </tfoot>
      </table>
    </div>
  )
}
