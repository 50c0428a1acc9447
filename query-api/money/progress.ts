import type { StatementProgress } from '@strand/contracts/money/bank-statement'
import type { Pool } from '@strand/event-sourcing/postgres/pool'

/**
 * An import's progress; null for an unknown id. The importing process writes the progress to a
 * table of its own.
 */
export const progressOf = async (
  pool: Pool,
  statementId: string,
): Promise<StatementProgress | null> => {
  const { rows } = await pool.query<StatementProgress>(
    `select statement_id as "statementId", bank_account_id as "bankAccountId", state, problem,
       done, (head ->> 'rows')::int as rows, head ->> 'format' as format,
       head ->> 'from' as "from", head ->> 'to' as "to",
       coalesce((counts ->> 'new')::int, 0) as new,
       coalesce((counts ->> 'known')::int, 0) as known,
       coalesce((counts ->> 'probablySame')::int, 0) as "probablySame",
       coalesce((counts ->> 'notMoney')::int, 0) as "notMoney",
       (case when state = 'done' then (
         select count(distinct part.order_id)
         from read.bank_line line
         join read.bank_allocation part using (line_id)
         join read.order_state paid using (order_id)
         where line.bank_account_id = imported.bank_account_id
           and line.booked_on between (head ->> 'from')::date and (head ->> 'to')::date
           and imported.statement_id = any(line.statement_ids)
           and paid.status not in ('pending', 'archived')
       ) else 0 end)::int8 as settled
     from public.bank_import imported
     where statement_id::text = lower($1) and state in ('importing', 'done', 'failed')`,
    [statementId],
  )
  return rows[0] ?? null
}
