import type { OrderedProduct } from '@strand/contracts/order/staff'
import { orderDeskEndpoints } from '@strand/contracts/order/staff.endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'
import { formatNumber } from '../../shared/format/money.tsx'
import { shortProductName } from '../../shared/format/truncate.ts'
import { DownloadButton } from '../../shared/list/download-button.tsx'
import { ListView } from '../../shared/list/list-view.tsx'
import { type Column, ListTable } from '../../shared/list/table/list-table.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import { ordersKey } from '../../shared/server-state/order-queries.ts'
import { paginate } from './paginate.ts'

const noFilters: readonly string[] = []
const endpoint = orderDeskEndpoints.exportOrderedProducts

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

/** `/dashboard/ordered-products`: how many of each product were ordered, per campaign. */
export const OrderedProductsPage = () => {
  usePageTitle('Ordered products')
  const controls = useListState(noFilters)
  const query = useQuery({
    queryKey: [...ordersKey, 'products'],
    queryFn: async ({ signal }) => (await call(endpoint, { signal })).result.data,
    // The answer contains all products, so it is divided into pages here.
    select: (all) => paginate(all, controls.state),
  })
  return (
    <>
      <div className="page-head">
        <h1>Ordered products</h1>
        <div className="page-actions">
          <DownloadButton text="Download Excel" endpoint={endpoint} file="ordered-products" />
        </div>
      </div>
      <ListView
        query={query}
        noun="ordered products"
        controls={controls}
        empty={
          <>
            <h2>No product has been ordered yet</h2>
            <p>Archived orders don’t count.</p>
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
