import { dayInWords } from '@strand/contracts/day-words'
import { SelectField } from '../../../shared/fields/select-field.tsx'
import { isDay } from '../../../shared/format/day.ts'
import { FilterBar } from '../../../shared/list/filter-bar.tsx'
import type { ListControls } from '../../../shared/list/use-list-state.ts'
import { useAdmin } from '../../../shared/session/session.ts'
import type { AnyTab, OrderFilterName } from './order-tabs.ts'

/** The filters that have their own control in `OrderFilters` or its bar. */
type WithControl = 'search' | 'dateFrom' | 'dateTo' | 'assignee' | 'question'

/** The names of the filters that only a saved view or a URL can set. */
const filterTexts: Record<Exclude<OrderFilterName, WithControl>, string> = {
  orderid: 'Order',
  fullname: 'Customer',
  email: 'Email',
  phone: 'Phone',
  instagramusername: 'Instagram',
  accountname: 'Account name',
  country: 'Country',
  deliverylocation: 'Delivery',
  sales: 'Campaign',
  approvedWithoutMoney: 'Approved without money',
}

/**
 * Search, days and other filters. On a phone, the buttons that save and change views fold away with
 * the filters. Days are in the shop's time zone.
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
  const { filters } = controls.state
  return (
    <FilterBar
      controls={controls}
      focusFirst={focusFirst}
      label="Search orders"
      placeholder="Id, name, phone, amount…"
    >
      {tab.status !== 'all' && <MineFilter controls={controls} />}
      {Object.entries(filterTexts).map(
        ([name, label]) =>
          filters[name] && (
            <span key={name} className="view-filter">
              {label}: <strong>{inWords(filters[name])}</strong>
            </span>
          ),
      )}
      {tab.status === 'pending' && <QuestionFilter controls={controls} />}
    </FilterBar>
  )
}

const inWords = (text: string) => (isDay(text) ? dayInWords(text) : text)

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
