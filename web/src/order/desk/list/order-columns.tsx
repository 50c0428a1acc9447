import type { OrderRow } from '@strand/contracts/order/staff'
import type { OrderColumn } from '@strand/contracts/views/view'
import { Link } from 'react-router-dom'
import { Breakable } from '../../../shared/format/breakable.tsx'
import { formatNumber, Money } from '../../../shared/format/money.tsx'
import { RelativeTime } from '../../../shared/format/relative-time.tsx'
import type { Column } from '../../../shared/list/table/list-table.tsx'
import { TwoLines } from '../../../shared/list/table/two-lines.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { lastChangeOf } from '../../../shared/order/last-change.tsx'
import { StatusTag } from '../../../shared/order/status-tag.tsx'
import { WholeValues } from '../../../shared/order/whole-values.tsx'
import { RowNote } from '../looked-at.tsx'
import { OrderFlags } from '../order-flags.tsx'
import { QuestionTag } from '../question-tag.tsx'
import { TeamMarks } from '../team.tsx'
import { columnTexts, saysLastChange } from '../views/order-look.ts'
import type { AnyTab } from './order-tabs.ts'
import type { StatusOption } from './status-choice.ts'
import { StatusSelect } from './status-select.tsx'

type Options = {
  status: AnyTab['status']
  compact: boolean
  /**
   * The statuses that the user can choose for an order; empty if the user cannot change its status.
   */
  optionsOf: (order: OrderRow) => StatusOption[]
  onStatus: (order: OrderRow, option: StatusOption) => void
  /**
   * What a colleague did if they have moved the order to another list since this list loaded: `Tola
   * shipped this`.
   */
  leftBy: (order: OrderRow) => string | undefined
}

/**
 * The order's own column and the chosen columns. If the user can change a status, its cell is a
 * dropdown.
 */
export const orderColumns = (
  chosen: readonly OrderColumn[],
  options: Options,
): Column<OrderRow>[] => {
  return [
    headline(options),
    ...(saysLastChange(options.status) ? [lastChange] : []),
    ...allColumns(options)
      .filter(({ name }) => chosen.includes(name))
      .map(({ name, ...column }) => ({ header: columnTexts[name], ...column })),
  ]
}

/**
 * The cell cuts off a long reason, so that it is no higher than the customer's cell. The row's
 * details show the whole reason.
 */
const lastChange: Column<OrderRow> = {
  header: 'Last change',
  wide: true,
  cell: (order) => {
    const text = lastChangeOf(order)
    return (
      text && (
        <span className="row-change" title={text}>
          <WholeValues text={text} />
        </span>
      )
    )
  },
}

const headline = ({ leftBy, compact }: Options): Column<OrderRow> => ({
  header: 'Order',
  headline: true,
  // Sorts by time, because an order's id does not show its age.
  sortField: 'createdat',
  cell: (order) => (
    <>
      <Link className="order-id" to={paths.orderOf(order.orderid)}>
        {order.orderid}
      </Link>
      <span className="order-time">
        <RowNote order={order} left={leftBy(order)}>
          <RelativeTime at={order.createdat} />
        </RowNote>
      </span>
      <OrderFlags order={order} brief={compact} />
      <QuestionTag question={order.question} />
      <TeamMarks order={order} />
    </>
  ),
})

const itemText = ({ product, quantity }: OrderRow['products'][number]) =>
  `${formatNumber(quantity)} × ${product}`

const allColumns = ({
  optionsOf,
  onStatus,
}: Options): (Omit<Column<OrderRow>, 'header'> & { name: OrderColumn })[] => [
  {
    name: 'customer',
    sortField: 'fullname',
    cell: ({ fullname, instagramusername }) => (
      <TwoLines first={fullname} second={<Breakable text={instagramusername} />} />
    ),
  },
  {
    name: 'accountname',
    sortField: 'accountname',
    cell: ({ accountname }) => accountname,
  },
  {
    name: 'delivery',
    secondary: true,
    sortField: 'deliverylocation',
    cell: ({ deliverylocation, country }) => <TwoLines first={deliverylocation} second={country} />,
  },
  {
    name: 'quantity',
    secondary: true,
    sortField: 'quantity',
    numeric: true,
    cell: ({ quantity }) => formatNumber(quantity),
  },
  {
    name: 'total',
    sortField: 'total',
    numeric: true,
    cell: ({ total }) => (
      <strong>
        <Money amount={total} />
      </strong>
    ),
  },
  {
    name: 'status',
    cell: (order) => {
      const options = optionsOf(order)
      return options.length > 0 ? (
        <StatusSelect order={order} options={options} onStatus={onStatus} />
      ) : (
        <StatusTag status={order.orderstatus} />
      )
    },
  },
  {
    name: 'phone',
    sortField: 'phone',
    cell: ({ phone }) => <span className="one-line">{phone}</span>,
  },
  { name: 'email', sortField: 'email', cell: ({ email }) => <Breakable text={email} /> },
  {
    name: 'products',
    cell: ({ products }) => (
      <ul className="row-items" title={products.map(itemText).join(', ')}>
        {products.map((item, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never move, and may name a product twice
          <li key={line}>{itemText(item)}</li>
        ))}
      </ul>
    ),
  },
  { name: 'sales', sortField: 'sales', cell: ({ sales }) => sales },
]
