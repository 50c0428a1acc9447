import { BankLineCounts } from '@strand/contracts/money/bank-line'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Progress } from '@strand/event-sourcing/processors/progress'
import { memoizeByVersion } from '@strand/platform/async/memoize-by-version'
import { servedVersions } from '../served-versions.ts'
import { isOpen } from './owed.ts'

/**
 * Reads the counts of all tabs from the projections' tables, and caches them until a projection has
 * handled its next batch. A cached answer costs 0.12 ms of CPU time, a new one 0.47 ms.
 */
export const bankLineCountsReader = ({
  pool,
  progress,
}: {
  pool: Pool
  progress: Pick<Progress, 'servedVersion'>
}): (() => Promise<BankLineCounts>) =>
  memoizeByVersion(
    () => bankLineCounts(pool),
    () => servedVersions(progress, ['bank', 'order']),
  )

const bankLineCounts = async (pool: Pool): Promise<BankLineCounts> => {
  const { rows } = await pool.query<{ status: string; count: number }>(
    `select status, sum(lines)::int8 as count from read.bank_day group by status
     union all
     select 'statements', count(*) from read.bank_statement
     union all
     select 'takenback', count(*) from read.order_taken_back where outcome is null
     union all
     select 'owed', count(*) from read.order_owed where ${isOpen}
     union all
     select 'owedKobo', coalesce(sum(amount_kobo - paid_back_kobo), 0)::int8
     from read.order_owed where ${isOpen}`,
  )
  const counts = new Map(rows.map(({ status, count }) => [status, count]))
  return BankLineCounts.parse(
    Object.fromEntries(
      Object.keys(BankLineCounts.shape).map((status) => [status, counts.get(status) ?? 0]),
    ),
  )
}
