import { type BankLine, type BankLineRow, owedKobo } from '@strand/contracts/money/bank-line'
import type { Owed, OwedQuery } from '@strand/contracts/order/owed'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { orderByClause, readPage } from '../page.ts'

/** Whether a row of `read.order_owed` is still to be paid back, at least in part. */
export const isOpen = 'not withdrawn and paid_back_kobo < amount_kobo'

const sortFields = {
  owedAt: '"owedAt"',
  amountKobo: '"amountKobo"',
  restKobo: '"restKobo"',
  fullname: 'lower(fullname)',
}

const matching = `
  select owed.owed_id as "owedId", owed.order_id as orderid, state.status as orderstatus,
    trim(detail.first_name || ' ' || detail.last_name) as fullname, owed.reason,
    owed.line_id as "lineId", credit.booked_on::text as "paidOn",
    coalesce(credit.payer, '') as payer, credit.reversed_by is not null as reversed,
    owed.amount_kobo as "amountKobo", owed.amount_kobo - owed.paid_back_kobo as "restKobo",
    owed.owed_at as "owedAt", (
      select coalesce(json_agg(json_build_object('debitLineId', part.debit_line_id,
        'on', debit.booked_on, 'amountKobo', part.amount_kobo)
        order by part.paid_back_at, part.debit_line_id), '[]')
      from read.order_paid_back part
      left join read.bank_line debit on debit.line_id = part.debit_line_id
      where part.owed_id = owed.owed_id
    ) as "paidBack"
  from (
    select * from read.order_owed
    where not withdrawn and (paid_back_kobo < amount_kobo) = ($1 = 'open')
  ) owed
  join read.order_state state using (order_id)
  join read.order_detail detail using (order_id)
  left join read.bank_line credit on credit.line_id = owed.line_id`

type Row = Omit<Owed, 'owedAt'> & { owedAt: Date }

export const owedPage = async (
  pool: Pool,
  query: OwedQuery,
): Promise<{ rows: Owed[]; total: number }> => {
  const usual = { field: 'owedAt', order: 'asc' } as const
  const order = orderByClause(query, sortFields, usual, '"owedId"')
  const values = [query.state]
  const { rows, total } = await readPage<Row>(pool, { matching, values, order, query })
  return { rows: rows.map((row) => ({ ...row, owedAt: row.owedAt.toISOString() })), total }
}

export type OwingLine = BankLine & Pick<BankLineRow, 'stillOwedKobo'>

/**
 * Adds to each line the amount that is still to be paid back. Reads nothing if no line owes
 * anything.
 */
export const withStillOwed = async (pool: Pool, lines: BankLine[]): Promise<OwingLine[]> => {
  const owing = lines.filter((line) => line.amountKobo > 0 && owedKobo(line) > 0)
  const { rows } =
    owing.length === 0
      ? { rows: [] }
      : await pool.query<{ lineId: string; restKobo: number }>(
          `select line_id as "lineId", sum(amount_kobo - paid_back_kobo)::int8 as "restKobo"
           from read.order_owed where line_id = any($1::uuid[]) and not withdrawn group by line_id`,
          [owing.map(({ lineId }) => lineId)],
        )
  const rests = new Map(rows.map(({ lineId, restKobo }) => [lineId, restKobo]))
  return lines.map((line) => ({ ...line, stillOwedKobo: rests.get(line.lineId) ?? 0 }))
}
