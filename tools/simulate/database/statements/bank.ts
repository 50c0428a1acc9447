import { type Model, modelled } from '../statement.ts'
import type { Row } from '../tables.ts'
import { add, copyOf, insert, rowsIn } from './order.ts'

const load: Model = (db, [ids]) =>
  (ids as string[]).flatMap((lineId) => {
    const row = db.get('bank_line', lineId)
    const allocations = db
      .all('bank_allocation')
      .filter((part) => part.line_id === lineId)
      .sort((one, other) => {
        const [a, b] = [one, other].map((part) => `${part.allocated_at} ${part.order_id}`)
        return String(a) < String(b) ? -1 : 1
      })
    return row ? [copyOf({ row, allocations })] : []
  })

const write: Model = (db, values) => {
  const [accounts, statements, recorded, changed, added, removed, paid, days, arrived] = values.map(
    rowsIn,
  ) as Row[][] & { length: 9 }
  for (const row of accounts ?? []) insert(db, 'bank_account', String(row.bank_account_id), row)
  for (const row of statements ?? []) insert(db, 'bank_statement', String(row.statement_id), row)
  for (const row of arrived ?? []) db.put('bank_arrived', String(row.statement_id), row)
  for (const row of recorded ?? []) insert(db, 'bank_line', String(row.line_id), row)
  for (const row of changed ?? []) db.put('bank_line', String(row.line_id), row)
  for (const row of added ?? []) db.put('bank_allocation', `${row.line_id} ${row.order_id}`, row)
  for (const row of removed ?? []) db.remove('bank_allocation', `${row.line_id} ${row.order_id}`)
  for (const row of paid ?? []) db.put('bank_line_order', `${row.order_id} ${row.line_id}`, row)
  for (const row of days ?? [])
    add(db, 'bank_day', `${row.bank_account_id} ${row.day} ${row.status}`, row, [
      'lines',
      'amount_kobo',
      'allocated_kobo',
    ])
  return 0
}

/** The bank projection's own statements; no line is merged, and nothing left the account. */
export const bankStatements = [
  modelled('select to_jsonb(line) as row', '8d8ef189', load),
  modelled('with account as ( insert into bank_account', '765c427a', write),
  modelled('with recursive target as', '726cd573', () => []),
  modelled(
    'select statement_id from bank_arrived where statement_id = any',
    '4d9b1320',
    (db, [ids]) =>
      db.all('bank_arrived').filter((row) => (ids as unknown[]).includes(row.statement_id)),
  ),
  modelled('select distinct -amount_kobo as amount from bank_line', '11989833', () => []),
]
