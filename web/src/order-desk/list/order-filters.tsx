import { Button } from '../../shared/buttons/button.tsx'
import { DateField } from '../../shared/fields/date-field.tsx'
import { SearchBox } from '../../shared/list/search/search-box.tsx'
import type { ListControls } from '../../shared/list/use-list-state.ts'

/** Search and date range. The days are in the shop's time zone, and both ends are included. */
export const OrderFilters = ({ controls: { state, change } }: { controls: ListControls }) => {
  const { search = '', dateFrom = '', dateTo = '' } = state.filters
  const isFiltered = search !== '' || dateFrom !== '' || dateTo !== ''
  return (
    <div className="list-tools">
      <SearchBox
        label="Search orders"
        placeholder="Id, name, phone, Instagram…"
        value={search}
        onSearch={(text) => change({ filters: { search: text } }, { replace: true })}
      />
      <DateField
        label="From"
        value={dateFrom}
        max={dateTo}
        onChange={(day) => change({ filters: { dateFrom: day } })}
      />
      <DateField
        label="To"
        value={dateTo}
        min={dateFrom}
        onChange={(day) => change({ filters: { dateTo: day } })}
      />
      {isFiltered && (
        <Button
          variant="quiet"
          onClick={() => change({ filters: { search: '', dateFrom: '', dateTo: '' } })}
        >
          Clear
        </Button>
      )}
    </div>
  )
}
