import { type Model, modelled } from '../statement.ts'
import type { Row, Statement } from '../tables.ts'

export const rowsIn = (json: unknown): Row[] => JSON.parse(String(json))

/** What a reader may change. */
export const copyOf = <T>(rows: T): T => JSON.parse(JSON.stringify(rows))

/** Adds numbers to a row, which may be new. */
export const add = (db: Statement, table: string, key: string, row: Row, numbers: string[]) => {
  const current = db.get(table, key)
  const sums = numbers.map((name) => [name, Number(current?.[name] ?? 0) + Number(row[name])])
  db.put(table, key, { ...row, ...Object.fromEntries(sums) })
}

export const insert = (db: Statement, table: string, key: string, row: Row) => {
  if (db.get(table, key))
    throw Object.assign(new Error(`duplicate key in ${table}`), { code: '23505' })
  db.put(table, key, row)
}

const load: Model = (db, [ids, withLines]) =>
  (ids as string[]).flatMap((orderId) => {
    const state = db.get('order_state', orderId)
    if (!state) return []
    const detail = db.get('order_detail', orderId)
    const isAsked = (withLines as string[]).includes(orderId) && detail
    const { lines, sales_id, sales } = detail ?? {}
    const copy = copyOf({ state, placed: isAsked ? { lines, sales_id, sales } : null })
    return [{ ...copy.state, created_at: new Date(String(state.created_at)), placed: copy.placed }]
  })

const changeSearch = (db: Statement, changed: Row[], more: Row[]) => {
  for (const { order_id, status } of changed) {
    const key = String(order_id)
    const row = db.get('order_search', key)
    const added = more.find((one) => one.order_id === order_id)
    if (row)
      db.put('order_search', key, { ...row, status, search: `${row.search}${added?.search ?? ''}` })
  }
}

const write: Model = (db, values) => {
  const [states, details, search, files, changed, ordered, counts, days, confirmations, more] =
    values.map(rowsIn) as Row[][] & { length: 10 }
  for (const row of states ?? []) insert(db, 'order_state', String(row.order_id), row)
  for (const row of details ?? []) insert(db, 'order_detail', String(row.order_id), row)
  for (const row of search ?? []) insert(db, 'order_search', String(row.order_id), row)
  for (const row of files ?? []) insert(db, 'order_file', `${row.sha256} ${row.order_id}`, row)
  for (const row of changed ?? []) {
    const key = String(row.order_id)
    const current = db.get('order_state', key)
    if (current) db.put('order_state', key, { ...row, created_at: current.created_at })
  }
  changeSearch(db, changed ?? [], more ?? [])
  for (const row of ordered ?? [])
    add(db, 'ordered_product', `${row.product_id} ${row.sales_id}`, row, ['quantity'])
  for (const row of days ?? []) {
    const month = `${String(row.day).slice(0, 7)}-01`
    add(
      db,
      'order_month',
      `${row.status} ${month}`,
      { status: row.status, month, count: row.count },
      ['count'],
    )
    add(db, 'order_day', `${row.status} ${row.day}`, row, ['count'])
  }
  for (const row of counts ?? []) add(db, 'order_count', String(row.status), row, ['count'])
  for (const row of confirmations ?? [])
    add(db, 'order_confirmation', `${row.day} ${row.within_minutes}`, row, ['count'])
  return 0
}

const keyOfTakenBack = (row: Row) => `${row.order_id} ${row.line_id}`

const forgetTakenBack: Model = (db, [ids]) => {
  for (const row of db.all('order_taken_back'))
    if ((ids as string[]).includes(String(row.order_id)))
      db.remove('order_taken_back', keyOfTakenBack(row))
  return 0
}

const addTakenBack: Model = (db, [json]) => {
  for (const row of rowsIn(json)) db.put('order_taken_back', keyOfTakenBack(row), row)
  return 0
}

const seeToTakenBack: Model = (db, [json]) => {
  for (const changed of rowsIn(json)) {
    const row = db.get('order_taken_back', keyOfTakenBack(changed))
    if (row) db.put('order_taken_back', keyOfTakenBack(row), { ...row, outcome: changed.outcome })
  }
  return 0
}

/** The order projection's own statements. */
export const orderStatements = [
  modelled('select state.*, case when state.order_id = any($2::text[])', '08b35a58', load),
  modelled(
    'with state as ( insert into order_state select * from json_populate_recordset',
    '89c70cfd',
    write,
  ),
  modelled('delete from order_taken_back where order_id = any', 'b151ecfb', forgetTakenBack),
  modelled('insert into order_taken_back select', '2599e69c', addTakenBack),
  modelled('update order_taken_back current', '6592f9c5', seeToTakenBack),
]
