import { formatNaira } from '@strand/contracts/naira'
import type { OrderRow } from '@strand/contracts/order/staff'
import { orderDeskEndpoints } from '@strand/contracts/order/staff.endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { Button } from '../../shared/buttons/button.tsx'
import { LoadFailed } from '../../shared/feedback/load-failed.tsx'
import { formatNumber } from '../../shared/format/money.tsx'
import { formatTime } from '../../shared/format/time.ts'
import { SearchBox } from '../../shared/list/search/search-box.tsx'
import { StatusTag } from '../../shared/order/status-tag.tsx'
import { ordersKey } from '../../shared/server-state/order-queries.ts'

const maxFound = 8

/** Ranks pending orders first, because they are still waiting for money. */
export const pendingFirst = ({ orderstatus }: OrderRow): number =>
  orderstatus === 'pending' ? 1 : 0

/** Searches for orders that a line may pay for. At first, it searches for the line's amount. */
export const OrderFinder = ({
  free,
  taken,
  isFull,
  rank,
  onChoose,
}: {
  free: number
  /** The ids of orders that are already chosen, or that the line already pays for. */
  taken: readonly string[]
  isFull: boolean
  rank: (order: OrderRow) => number
  onChoose: (order: OrderRow) => void
}) => {
  const [proposed] = useState(free > 0 && free % 100 === 0 ? String(free / 100) : '')
  const [search, setSearch] = useState(proposed)
  const query = { search, results: maxFound }
  const found = useQuery({
    queryKey: [...ordersKey, 'search', query],
    queryFn: async ({ signal }) =>
      (await call(orderDeskEndpoints.searchOrders, { query, signal })).result,
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const all = search === '' ? [] : (found.data?.data ?? [])
  const rows = [...all].sort((one, other) => rank(other) - rank(one))
  return (
    <div className="order-finder">
      <SearchBox
        label="Find orders"
        placeholder="Order id, name, phone, amount…"
        value={search}
        onSearch={setSearch}
        isProposed={search === proposed}
      />
      {found.isError && <LoadFailed what="The orders" query={found} />}
      <p role="status" className="field-help">
        {statusOf(search, found.isPending, found.data?.total)}
      </p>
      {rows.length > 0 && (
        <ul className="order-finder-list" aria-label="Orders found">
          {rows.map((order) => (
            <FoundOrder
              key={order.orderid}
              order={order}
              isTaken={taken.includes(order.orderid)}
              isFull={isFull}
              onChoose={() => onChoose(order)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

const statusOf = (search: string, isPending: boolean, total: number | undefined): string => {
  if (search === '') return 'Search by id, name, phone, account name or amount.'
  if (isPending || total === undefined) return 'Searching…'
  if (total === 0) return `No order matches “${search}”`
  return total > maxFound ? `${maxFound} of ${formatNumber(total)} orders, the newest` : ''
}

const FoundOrder = ({
  order,
  isTaken,
  isFull,
  onChoose,
}: {
  order: OrderRow
  isTaken: boolean
  isFull: boolean
  onChoose: () => void
}) => (
  <li>
    <div className="order-finder-words">
      <p className="order-finder-head">
        <span className="order-id">{order.orderid}</span>
        <strong className="amount">{formatNaira(order.total)}</strong>
        <StatusTag status={order.orderstatus} />
      </p>
      <p>
        {order.fullname}, paid by {order.accountname}
      </p>
      <p className="field-help">{formatTime(order.createdat)}</p>
    </div>
    <Button size="small" disabled={isTaken || isFull} onClick={onChoose}>
      {isTaken ? 'Chosen' : 'Choose'}
      <span className="for-screen-readers"> order {order.orderid}</span>
    </Button>
  </li>
)
