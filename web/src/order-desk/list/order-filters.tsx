import { useState } from 'react'
import { Button } from '../../shared/buttons/button.tsx'
import { DateField } from '../../shared/fields/date-field.tsx'
import { SelectField } from '../../shared/fields/select-field.tsx'
import { isFiltered, withoutFilters } from '../../shared/list/list-state.ts'
import { SearchBox } from '../../shared/list/search/search-box.tsx'
import type { ListControls } from '../../shared/list/use-list-state.ts'
import { useAdmin } from '../../shared/session/session.ts'
import { classNames } from '../../shared/style/class-names.ts'
import type { AnyTab } from './order-tabs.ts'

/** Filters that only a view or an address has. */
const filterTexts: Record<string, string> = {
  orderid: 'Order',
  fullname: 'Customer',
  email: 'E-mail',
  phone: 'Phone',
  instagramusername: 'Instagram',
  accountname: 'Account name',
  country: 'Country',
  deliverylocation: 'Delivery',
  sales: 'Campaign',
}

const ownControls = ['search', 'dateFrom', 'dateTo', 'assignee', 'question']

/**
 * Search, date range and other filters; on a phone all but the search are behind a button, with the
 * views' own actions. The days are in the shop's time zone, and both ends are included.
 */
// Long because it is the markup of a row of filters.
export const OrderFilters = ({
  tab,
  controls: { state, change },
  focusFirst = false,
}: {
  tab: AnyTab
  controls: ListControls
  focusFirst?: boolean
}) => {
  const { search = '', dateFrom = '', dateTo = '' } = state.filters
  const others = Object.entries(state.filters).filter(
    ([name, text]) => text !== '' && !ownControls.includes(name),
  )
  const [open, setOpen] = useState(false)
  const used = Object.entries(state.filters).filter(
    ([name, text]) => name !== 'search' && text !== '',
  )
  return (
    <div className={classNames('list-tools order-filters', open && 'order-filters-open')}>
      <SearchBox
        label="Search orders"
        placeholder="Id, name, phone, amount…"
        value={search}
        onSearch={(text) => change({ filters: { search: text } }, { replace: true })}
        focusFirst={focusFirst}
      />
      <Button className="order-filters-switch" aria-expanded={open} onClick={() => setOpen(!open)}>
        Filters{used.length > 0 && ` (${used.length})`}
      </Button>
      <div className="order-filters-more">
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
        {tab.status !== 'all' && <MineFilter controls={{ state, change }} />}
        {others.map(([name, text]) => (
          <span key={name} className="view-filter">
            {filterTexts[name]}: <strong>{text}</strong>
          </span>
        ))}
        {tab.status === 'pending' && <QuestionFilter controls={{ state, change }} />}
      </div>
      {isFiltered(state) && (
        <Button variant="quiet" onClick={() => change(withoutFilters(state))}>
          Clear
        </Button>
      )}
    </div>
  )
}

type Controls = { controls: Pick<ListControls, 'state' | 'change'> }

const MineFilter = ({ controls: { state, change } }: Controls) => {
  const { userid } = useAdmin()
  return (
    <label className="mine-filter">
      <input
        type="checkbox"
        checked={Boolean(state.filters.assignee)}
        onChange={({ target }) => change({ filters: { assignee: target.checked ? userid : '' } })}
      />
      Mine
    </label>
  )
}

const QuestionFilter = ({ controls: { state, change } }: Controls) => (
  <SelectField
    label="Question"
    value={state.filters.question ?? ''}
    onChange={(question) => change({ filters: { question } })}
  >
    <option value="">All orders</option>
    <option value="open">Waiting for the customer</option>
    <option value="answered">Customer answered</option>
  </SelectField>
)
