import type { BankLine, BankLineQuery } from '@strand/contracts/money/bank-line'
import type { Pool } from '@strand/platform/postgres/pool'
import { parameter, sql, statementOf } from '@strand/platform/postgres/sql'
import { likePattern, orderByClause, readPage } from '../page.ts'

const sortFields = {
  bookedOn: '"bookedOn"',
  amountKobo: '"amountKobo"',
  payer: 'lower(payer)',
  narration: 'lower(narration)',
}

/** Nothing is matched or set aside yet, so that a line's status is what it was recorded with. */
const untouched = { allocatedKobo: 0, allocations: [], setAside: null, reversedBy: null }

/** A page of lines, newest first unless the query says otherwise. */
export const bankLinePage = async (
  pool: Pool,
  query: BankLineQuery,
): Promise<{ rows: BankLine[]; total: number }> => {
  const account = parameter(query.bankAccountId.toLowerCase())
  const status = parameter(query.status ?? null)
  const pattern = parameter(
    likePattern(query.search.toLowerCase().replaceAll(/(?<=\d),(?=\d)/g, '')),
  )
  const { text, values } = statementOf(sql`
    select line_id as "lineId", bank_account_id as "bankAccountId",
      array[statement_id::text] as "statementIds", booked_on::text as "bookedOn",
      value_on::text as "valueOn", amount_kobo as "amountKobo", balance_kobo as "balanceKobo",
      reference, payer, narration, status, probably_same_as as "probablySameAs"
    from read.bank_line
    where (${status}::text is null or status = ${status})
      and (${account} = '' or bank_account_id::text = ${account})
      and booked_on >= coalesce(${parameter(query.dateFrom ?? null)}::date, '-infinity')
      and booked_on <= coalesce(${parameter(query.dateTo ?? null)}::date, 'infinity')
      and search like ${pattern}`)
  const order = orderByClause(query, sortFields, { field: 'bookedOn', order: 'desc' }, '"lineId"')
  const list = { matching: text, values, order, query }
  const page = await readPage<Omit<BankLine, keyof typeof untouched>>(pool, list)
  const rows = page.rows.map((row) => ({ ...row, ...untouched }))
  return { rows, total: page.total }
}
