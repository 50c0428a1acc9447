import type { BankAccount } from '@strand/contracts/money/bank-account'
import { SelectField } from '../../shared/fields/select-field.tsx'
import { FilterBar } from '../../shared/list/filter-bar.tsx'
import type { ListControls } from '../../shared/list/use-list-state.ts'

/** Search, days and account. */
export const LineFilters = ({
  controls,
  accounts,
}: {
  controls: ListControls
  accounts: BankAccount[]
}) => (
  <FilterBar controls={controls} label="Search lines" placeholder="Payer, narration, amount…">
    {accounts.length > 1 && (
      <SelectField
        label="Account"
        value={controls.state.filters.bankAccountId ?? ''}
        onChange={(id) => controls.change({ filters: { bankAccountId: id } })}
      >
        <option value="">All accounts</option>
        {accounts.map((account) => (
          <option key={account.bankAccountId} value={account.bankAccountId}>
            {account.bankName} {account.accountNumber}
          </option>
        ))}
      </SelectField>
    )}
  </FilterBar>
)
