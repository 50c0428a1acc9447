import type { BankAccount } from '@strand/contracts/money/bank-account'
import { useState } from 'react'
import { Button } from '../../shared/buttons/button.tsx'
import { DateField } from '../../shared/fields/date-field.tsx'
import { SelectField } from '../../shared/fields/select-field.tsx'
import { isFiltered, withoutFilters } from '../../shared/list/list-state.ts'
import { SearchBox } from '../../shared/list/search/search-box.tsx'
import type { ListControls } from '../../shared/list/use-list-state.ts'
import { classNames } from '../../shared/style/class-names.ts'

/** Search, days and account; on a phone all but the search wait behind a button. */
export const LineFilters = ({
  controls: { state, change },
  accounts,
}: {
  controls: ListControls
  accounts: BankAccount[]
}) => {
  const { search = '', bankAccountId = '', dateFrom = '', dateTo = '' } = state.filters
  const [open, setOpen] = useState(false)
  const used = [bankAccountId, dateFrom, dateTo].filter((text) => text !== '').length
  return (
    <div className={classNames('list-tools line-filters', open && 'line-filters-open')}>
      <SearchBox
        label="Search lines"
        placeholder="Payer, narration, amount…"
        value={search}
        onSearch={(text) => change({ filters: { search: text } }, { replace: true })}
      />
      <Button className="line-filters-switch" aria-expanded={open} onClick={() => setOpen(!open)}>
        Filters{used > 0 && ` (${used})`}
      </Button>
      <div className="line-filters-more">
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
        {accounts.length > 1 && (
          <SelectField
            label="Account"
            value={bankAccountId}
            onChange={(id) => change({ filters: { bankAccountId: id } })}
          >
            <option value="">All accounts</option>
            {accounts.map((account) => (
              <option key={account.bankAccountId} value={account.bankAccountId}>
                {account.bankName} {account.accountNumber}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      {isFiltered(state) && (
        <Button variant="quiet" onClick={() => change(withoutFilters(state))}>
          Clear
        </Button>
      )}
    </div>
  )
}
