import type { OrderRow } from '@strand/contracts/order/staff'
import { Breakable } from '../../shared/format/breakable.tsx'
import { formatNumber, Money } from '../../shared/format/money.tsx'
import { RelativeTime } from '../../shared/format/relative-time.tsx'
import type { Column } from '../../shared/list/table/list-table.tsx'
import { StatusTag } from '../../shared/order/status-tag.tsx'
import { LookedAt } from '../looked-at.tsx'
import { OrderFlags } from '../order-flags.tsx'
import type { StatusOption } from './status-choice.ts'
import { StatusSelect } from './status-select.tsx'

/** The columns of every tab; the status is a dropdown where it can be changed. */
// Long because it lists the columns.
export const orderColumns = ({
  options,
  onStatus,
}: {
  /** Empty where the status is only shown. */
  options: StatusOption[]
  onStatus: (order: OrderRow, option: StatusOption) => void
}): Column<OrderRow>[] => [
  {
    header: 'Order',
    headline: true,
    // An order's id says nothing about its position among other orders; its time does.
    sortField: 'createdat',
    cell: ({ orderid, createdat, flags }) => (
      <>
        <span className="order-id">{orderid}</span>
        <span className="order-time">
          <RelativeTime at={createdat} />
        </span>
        <OrderFlags flags={flags} />
        <LookedAt orderId={orderid} />
      </>
    ),
  },
  {
    header: 'Customer',
    sortField: 'fullname',
    cell: ({ fullname, instagramusername }) => (
      <span className="two-lines">
        <span>{fullname}</span>
        <span className="second-line">
          <Breakable text={instagramusername} />
        </span>
      </span>
    ),
  },
  {
    header: 'Account name',
    sortField: 'accountname',
    cell: ({ accountname }) => accountname,
  },
  {
    header: 'Delivery',
    secondary: true,
    sortField: 'deliverylocation',
    cell: ({ deliverylocation, country }) => (
      <span className="two-lines">
        <span>{deliverylocation}</span>
        {country && <span className="second-line">{country}</span>}
      </span>
    ),
  },
  {
    header: 'Quantity',
    secondary: true,
    sortField: 'quantity',
    numeric: true,
    cell: ({ quantity }) => formatNumber(quantity),
  },
  {
    header: 'Total',
    sortField: 'total',
    numeric: true,
    cell: ({ total }) => (
      <strong>
        <Money amount={total} />
      </strong>
    ),
  },
  {
    header: 'Status',
    cell: (order) =>
      options.length > 0 ? (
        <StatusSelect order={order} options={options} onStatus={onStatus} />
      ) : (
        <StatusTag status={order.orderstatus} />
      ),
  },
]
