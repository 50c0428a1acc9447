import { Money } from '../format/money.tsx'
import { RelativeTime } from '../format/relative-time.tsx'
import type { Column } from './table/list-table.tsx'

export const priceColumn: Column<{ price: number }> = {
  header: 'Price',
  numeric: true,
  sortField: 'price',
  cell: ({ price }) => <Money amount={price} />,
}

export const createdColumns: Column<{ createdby: string; createdat: string }>[] = [
  { header: 'Created by', sortField: 'createdby', cell: ({ createdby }) => createdby },
  {
    header: 'Created',
    sortField: 'createdat',
    cell: ({ createdat }) => <RelativeTime at={createdat} />,
  },
]
