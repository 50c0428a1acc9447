import { addDays } from '@strand/contracts/days'
import type { AccountConflict } from '@strand/contracts/money/account-conflict'
import type { UnbalancedAccount } from '@strand/contracts/money/bank-account'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { newestConflicts, readConflicts } from './conflicts.ts'
import { readCoverages } from './coverage.ts'

type Days = { from: string; to: string }

const isAmong = ({ from, to }: Days, days: Days) => from <= days.to && days.from <= to

/** Either of the two files may be wrong, so both of their days are in doubt. */
const daysOf = ({ day, kind }: AccountConflict): Days => ({
  from: kind === 'next' ? addDays(day, -1) : day,
  to: day,
})

/** The accounts that do not add up within these days, and the reasons. */
export const unbalancedAccounts = async (pool: Pool, days: Days): Promise<UnbalancedAccount[]> => {
  const conflicts = await readConflicts(pool)
  return (await readCoverages(pool, null)).flatMap((account) => {
    const { bankAccountId, bankName, accountNumber, spans } = account
    const unbalanced = spans.filter((span) => span.balanced === false && isAmong(span, days))
    const ofDays = (conflicts.get(bankAccountId) ?? []).filter((one) => isAmong(daysOf(one), days))
    if (unbalanced.length === 0 && ofDays.length === 0) return []
    const named = { bankAccountId, bankName, accountNumber }
    return [{ ...named, spans: unbalanced, ...newestConflicts(ofDays) }]
  })
}
