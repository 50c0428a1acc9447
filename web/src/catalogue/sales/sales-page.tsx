import { CreateSales, type Sales } from '@strand/contracts/catalogue/sales'
import { sales } from '@strand/contracts/catalogue/sales.resource'
import { useSearchParams } from 'react-router-dom'
import { useRowDialog } from '../../shared/dialogs/use-row-dialog.ts'
import { Time } from '../../shared/format/dates.tsx'
import { formatNumber } from '../../shared/format/money.tsx'
import { CatalogueList, catalogueResource } from '../../shared/list/catalogue-list.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { usePage } from '../../shared/list/use-page.ts'
import { SalesFields, salesKey, salesValues } from './sales-form.tsx'
import { SalesMessageDialog, salesMessageDraft } from './sales-message-dialog.tsx'

const idOf = ({ salesid }: Sales) => salesid
const filters = ['salesname']

const campaigns = catalogueResource({
  title: 'Sales',
  singular: 'sale',
  plural: 'sales',
  kind: sales.path,
  queryKey: salesKey,
  endpoints: sales.endpoints,
  searchBy: 'salesname',
  idOf,
  nameOf: ({ salesname }) => salesname,
  columns: [
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
      cell: ({ startDate }) => <Time at={startDate} />,
    },
    {
      header: 'End date',
      sortField: 'endDate',
      cell: ({ endDate }) => <Time at={endDate} />,
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
  empty: {
    active: {
      title: 'No sales',
      text: 'Orders placed while a sale is running are counted under it.',
    },
    archived: {
      title: 'No archived sales',
      text: 'Archived sales appear here and can be restored.',
    },
  },
  add: { button: 'Create Sales', title: 'Create Sales' },
  form: {
    schema: CreateSales,
    situation: 'action',
    id: 'salesid',
    empty: { sales: '', startDate: '', endDate: '' },
    valuesOf: salesValues,
    fields: ({ fieldProps }) => <SalesFields fieldProps={fieldProps} />,
    added: { toast: 'Created', text: 'Create Sales', busyText: 'Creating Sales...' },
  },
})

export const SalesPage = () => {
  // Uses the list's own query, so that no second request is sent.
  const { state } = useListState(filters)
  const [params] = useSearchParams()
  const { list, listArchived } = sales.endpoints
  const shown = usePage(salesKey, params.get('tab') === 'archived' ? listArchived : list, state)
  const dialog = useRowDialog<'message', Sales>('sales', shown.data?.data, idOf, (id) => [
    salesMessageDraft(id),
  ])
  return (
    <>
      <CatalogueList
        list={campaigns}
        moreEntries={(campaign) => [
          { text: 'Sales Message', onSelect: () => dialog.show('message', campaign) },
        ]}
      />
      {dialog.opened && <SalesMessageDialog sales={dialog.opened.row} onClose={dialog.close} />}
    </>
  )
}
