import { SelectField } from '../../../shared/fields/select-field.tsx'
import { FilterBar } from '../../../shared/list/filter-bar.tsx'
import type { ListControls } from '../../../shared/list/use-list-state.ts'
import { useAdmin } from '../../../shared/session/session.ts'
import type { AnyTab } from './order-tabs.ts'

/** Filters that only a view or an address has. */
const filterTexts: Record<string, string> = {
  orderid: 'Order',
  fullname: 'Customer',
  email: 'Email',
  phone: 'Phone',
  instagramusername: 'Instagram',
  accountname: 'Account name',
  country: 'Country',
  deliverylocation: 'Delivery',
  sales: 'Campaign',
}

const ownControls = ['search', 'dateFrom', 'dateTo', 'assignee', 'question']

/**
 * Search, days and other filters; on a phone, the views' own actions fold away with them. The days are
 * in the shop's time zone.
 */
export const OrderFilters = ({
  tab,
  controls,
  focusFirst = false,
}: {
  tab: AnyTab
  controls: ListControls
  focusFirst?: boolean
}) => {
  const others = Object.entries(controls.state.filters).filter(
    ([name, text]) => text !== '' && !ownControls.includes(name),
  )
  return (
    <FilterBar
      controls={controls}
      focusFirst={focusFirst}
      label="Search orders"
      placeholder="Id, name, phone, amount…"
    >
      {tab.status !== 'all' && <MineFilter controls={controls} />}
      {others.map(([name, text]) => (
        <span key={name} className="view-filter">
          {filterTexts[name]}: <strong>{text}</strong>
        </span>
      ))}
      {tab.status === 'pending' && <QuestionFilter controls={controls} />}
    </FilterBar>
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
