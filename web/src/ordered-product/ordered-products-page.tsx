import { OrderedProduct } from '@strand/contracts/order.staff'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { get } from '../shared/api.ts'
import { DownloadButton } from '../shared/download-button.tsx'
import { type Column, ListTable } from '../shared/list/list-table.tsx'
import { ListView } from '../shared/list/list-view.tsx'
import { useListState } from '../shared/list/use-list-state.ts'
import { formatNumber } from '../shared/money.tsx'
import { ordersKey } from '../shared/order-counts.ts'
import { usePageTitle } from '../shared/page.tsx'
import { shortProductName } from '../shared/truncate.ts'
import { paginate } from './page-of-all.ts'

const noFilters: readonly string[] = []
const Answer = z.object({ result: z.object({ data: z.array(OrderedProduct) }) })
const path = '/admin/order-products'

const columns: Column<OrderedProduct>[] = [
  {
    header: 'PRODUCT NAME',
    headline: true,
    sortField: 'product',
    cell: ({ product }) => <span title={product}>{shortProductName(product)}</span>,
  },
  {
    header: 'QUANTITY ORDERED',
    numeric: true,
    sortField: 'productordered',
    cell: ({ productordered }) => formatNumber(productordered),
  },
  {
    header: 'SALES',
    sortField: 'sales',
    cell: ({ sales }) => sales || <span className="muted">None</span>,
  },
]

/** `/dashboard/ordered-products`: how often each product was ordered, per campaign. */
export const OrderedProductsPage = () => {
  usePageTitle('Ordered products')
  const controls = useListState(noFilters)
  const query = useQuery({
    queryKey: [...ordersKey, 'products'],
    queryFn: async ({ signal }) => (await get(Answer, path, { signal })).result.data,
    // The answer contains all products; one page is cut from it here.
    select: (all) => paginate(all, controls.state),
  })
  return (
    <>
      <div className="page-head">
        <h1>Ordered products</h1>
        <div className="page-actions">
          <DownloadButton text="Download Excel" path={path} file="ordered-products" />
        </div>
      </div>
      <ListView
        query={query}
        noun="ordered products"
        controls={controls}
        empty={
          <>
            <h2>No product was ordered yet</h2>
            <p>Archived orders do not count.</p>
          </>
        }
      >
        {(rows) => (
          <ListTable
            label="Ordered products"
            columns={columns}
            rows={rows}
            idOf={({ product, sales }) => JSON.stringify([product, sales])}
            nameOf={({ product }) => product}
            controls={controls}
          />
        )}
      </ListView>
    </>
  )
}
