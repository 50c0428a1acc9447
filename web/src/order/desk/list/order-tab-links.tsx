import { maxToldHits, type OrderSearchPage } from '@strand/contracts/order/staff'
import { useSearchParams } from 'react-router-dom'
import { formatNumber } from '../../../shared/format/money.tsx'
import { TabLinks } from '../../../shared/navigation/tab-links.tsx'
import { useOrderCounts } from '../../../shared/server-state/order-queries.ts'
import { type AnyTab, allOrders, orderTabs, tabAddress } from './order-tabs.ts'

const hitsOf = (found: OrderSearchPage, status: AnyTab['status']) => {
  const hits = status === 'all' ? found.total : found.hits[status]
  const isBound = found.more || (status !== 'all' && hits >= maxToldHits)
  return isBound ? `${formatNumber(hits)}+` : hits
}

/** The tabs, each with the number of its orders or, during a search, the number of orders found. */
export const OrderTabLinks = ({
  current,
  found,
}: {
  current: AnyTab['status']
  found: OrderSearchPage | undefined
}) => {
  const [params] = useSearchParams()
  const counts = useOrderCounts().data
  const isSearch = Boolean(params.get('search'))
  const count = (status: AnyTab['status']) => {
    if (isSearch) return found ? hitsOf(found, status) : null
    if (status === 'all') return found && hitsOf(found, status)
    return counts?.[status] ?? null
  }
  const tabs: AnyTab[] = isSearch || current === 'all' ? [...orderTabs, allOrders] : orderTabs
  return (
    <TabLinks
      label="Orders by status"
      tabs={tabs.map(({ status, text }) => ({
        text,
        to: tabAddress(params, status),
        isCurrent: status === current,
        count: count(status),
      }))}
    />
  )
}
