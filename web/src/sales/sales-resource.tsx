import type { Sales } from '@strand/contracts/catalogue/sales'
import { salesArchiving, salesEndpoints } from '@strand/contracts/catalogue/staff.endpoints'
import { formatNumber } from '../shared/format/money.tsx'
import { formatTime } from '../shared/format/time.ts'
import type { ArchivableResource } from '../shared/list/archivable-list.tsx'
import { SalesEditor } from './sales-editor.tsx'
import { salesKey } from './sales-form.tsx'

export const salesResource: ArchivableResource<Sales> = {
  title: 'Sales',
  singular: 'sale',
  plural: 'sales',
  kind: 'sales',
  queryKey: salesKey,
  lists: { active: salesEndpoints.listSales, archived: salesEndpoints.listArchivedSales },
  archiving: salesArchiving,
  filters: ['salesname'],
  searchBy: 'salesname',
  idOf: ({ salesid }) => salesid,
  nameOf: ({ salesname }) => salesname,
  columns: () => [
    {
      header: 'Sales name',
      headline: true,
      sortField: 'salesname',
      cell: ({ salesname }) => salesname,
    },
    {
      header: 'Orders',
      numeric: true,
      sortField: 'orders',
      cell: ({ orders }) => formatNumber(orders),
    },
    {
      header: 'Start date',
      sortField: 'startDate',
      cell: ({ startDate }) => <time dateTime={startDate}>{formatTime(startDate)}</time>,
    },
    {
      header: 'End date',
      sortField: 'endDate',
      cell: ({ endDate }) => <time dateTime={endDate}>{formatTime(endDate)}</time>,
    },
    {
      header: 'Message',
      cell: ({ salesMessage }) =>
        salesMessage ? (
          <span className="clamped" title={salesMessage}>
            {salesMessage}
          </span>
        ) : (
          <span className="muted">None</span>
        ),
    },
  ],
  mayEdit: 'catalogue.manage',
  empty: (tab) =>
    tab === 'active' ? (
      <>
        <h2>No sales</h2>
        <p>While a sale runs, the orders placed are counted under it.</p>
      </>
    ) : (
      <>
        <h2>No archived sales</h2>
        <p>Sales that were archived come here, and can be restored.</p>
      </>
    ),
  editor: (sales, onClose) => <SalesEditor sales={sales} onClose={onClose} />,
}
