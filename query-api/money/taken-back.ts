import type { ListQuery } from '@strand/contracts/list'
import type { TakenBack } from '@strand/contracts/order/taken-back'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { orderByClause, readPage } from '../page.ts'

const sortFields = {
  takenBackOn: '"takenBackOn"',
  noticedAt: '"noticedAt"',
  amountKobo: '"amountKobo"',
  fullname: 'lower(fullname)',
}

/** Money that the bank took back and that nobody has dealt with, one row per order and line. */
const matching = `
  select back.order_id as orderid, state.status as orderstatus,
    trim(detail.first_name || ' ' || detail.last_name) as fullname,
    back.line_id as "lineId", credit.booked_on::text as "paidOn",
    coalesce(credit.payer, '') as payer, back.amount_kobo as "amountKobo",
    back.debit_line_id as "debitLineId", back.taken_back_on::text as "takenBackOn",
    coalesce(debit.narration, '') as narration, back.is_certain as "isCertain", back.noticed_at as "noticedAt"
  from read.order_taken_back back
  join read.order_state state using (order_id)
  join read.order_detail detail using (order_id)
  left join read.bank_line credit on credit.line_id = back.line_id
  left join read.bank_line debit on debit.line_id = back.debit_line_id
  where back.outcome is null`

type Row = Omit<TakenBack, 'noticedAt'> & { noticedAt: Date }

export const takenBackPage = async (
  pool: Pool,
  query: ListQuery,
): Promise<{ rows: TakenBack[]; total: number }> => {
  const usual = { field: 'takenBackOn', order: 'desc' } as const
  const order = orderByClause(query, sortFields, usual, 'orderid, "lineId"')
  const { rows, total } = await readPage<Row>(pool, { matching, values: [], order, query })
  return { rows: rows.map((row) => ({ ...row, noticedAt: row.noticedAt.toISOString() })), total }
}
