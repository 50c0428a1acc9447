import { formatKobo } from '@strand/contracts/money/kobo'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { MenuEntry } from '../shared/buttons/menu-button.tsx'
import { Day } from '../shared/format/dates.tsx'
import { ListView } from '../shared/list/list-view.tsx'
import { type Column, ListTable } from '../shared/list/table/list-table.tsx'
import { TwoLines } from '../shared/list/table/two-lines.tsx'
import type { ListControls } from '../shared/list/use-list-state.ts'
import type { PageResult } from '../shared/list/use-page.ts'
import { useReloadBeside } from '../shared/list/use-reload-beside.ts'
import { paths } from '../shared/navigation/paths.ts'
import { useMoneyCounts } from '../shared/server-state/money-counts.ts'
import { usePermission } from '../shared/session/use-permission.ts'
import { withLine } from './line-address.ts'

type OrderMoney = { orderid: string; fullname: string; amountKobo: number }

/**
 * A list of amounts, each with its order: what the shop owes to customers, or what the bank took
 * back.
 */
export const OrderMoneyList = <Row extends OrderMoney>({
  query,
  noun,
  controls,
  empty,
  label,
  columns,
  idOf,
  menu,
}: {
  query: UseQueryResult<PageResult<Row>>
  noun: string
  controls: ListControls
  empty: ReactNode
  label: string
  /** The columns that follow the columns about the order. */
  columns: Column<Row>[]
  idOf: (row: Row) => string
  menu: (row: Row) => MenuEntry[]
}) => {
  const mayManage = usePermission('money.manage')
  useReloadBeside(query, useMoneyCounts().data)
  return (
    <ListView query={query} noun={noun} controls={controls} empty={empty}>
      {(rows) => (
        <ListTable
          label={label}
          columns={[orderColumn, ...columns]}
          rows={rows}
          idOf={idOf}
          nameOf={({ orderid, amountKobo }) => `${formatKobo(amountKobo)} of order ${orderid}`}
          controls={controls}
          {...(mayManage && { menu })}
        />
      )}
    </ListView>
  )
}

const orderColumn: Column<OrderMoney> = {
  header: 'Order',
  headline: true,
  sortField: 'fullname',
  cell: ({ orderid, fullname }) => (
    <TwoLines
      first={
        <Link className="order-id" to={paths.orderOf(orderid)}>
          {orderid}
        </Link>
      }
      second={fullname}
    />
  ),
}

export const PaidLine = ({
  params,
  lineId,
  paidOn,
  payer,
}: {
  params: URLSearchParams
  lineId: string
  paidOn: string
  payer: string
}) => (
  <Link to={withLine(params, { lineId, bookedOn: paidOn })}>
    {payer ? `${payer}, ` : 'The line of '}
    <Day on={paidOn} />
  </Link>
)
