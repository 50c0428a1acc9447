import { modelled } from '../statement.ts'
import type { Statement } from '../tables.ts'

const askedBefore = (db: Statement, before: unknown) =>
  db
    .all('order_money')
    .filter((row) => String(row.askedAt) < String(before))
    .sort((one, other) => (String(one.askedAt) < String(other.askedAt) ? -1 : 1))

const openOrders = (db: Statement) =>
  db.all('order_state').filter((row) => row.status === 'pending')
const openLines = (db: Statement) =>
  db
    .all('bank_line')
    .filter(
      (row) =>
        row.status === 'unmatched' &&
        Number(row.amount_kobo) > 0 &&
        !row.reversed_by &&
        db.get('bank_arrived', String((row.statement_ids as string[])[0])),
    )
const paid = (db: Statement, orderId: unknown) =>
  db
    .all('bank_allocation')
    .filter((row) => row.order_id === orderId)
    .reduce((sum, row) => sum + Number(row.amount_kobo), 0)

/** What commands on orders and their money say to the database. */
export const moneyStatements = [
  modelled(
    'insert into order_money',
    '00488d45',
    (db, [id, kind, orderId, approving, lines, origin, askedAt]) => {
      const row = { id, kind, orderId, approving, askedAt }
      db.put('order_money', String(id), {
        ...row,
        lines: JSON.parse(String(lines)),
        origin: JSON.parse(String(origin)),
      })
      return 1
    },
  ),
  modelled('delete from order_money where id = $1', '0dfaf15b', (db, [id]) => {
    db.remove('order_money', String(id))
    return 1
  }),
  modelled('update order_money set asked_at = $2', 'bdf2e45b', (db, [id, askedAt]) => {
    const row = db.get('order_money', String(id))
    if (row) db.put('order_money', String(id), { ...row, askedAt })
    return row ? 1 : 0
  }),
  modelled('from order_money where asked_at < $1', 'ecb7875a', (db, [before, limit]) =>
    askedBefore(db, before).slice(0, Number(limit)),
  ),
  modelled('select from order_money where id = $1', '6e47c802', (db, [id]) =>
    db.get('order_money', String(id)) ? [{}] : [],
  ),
  modelled('select exists (select from bank_line) as any', 'd46ce405', () => [{ any: true }]),
  modelled(
    'select line_id::text from read.bank_allocation where order_id = $1',
    'c7b54590',
    (db, [orderId]) => db.all('bank_allocation').filter((row) => row.order_id === orderId),
  ),
  modelled("select to_regclass('read.bank_allocation') is not null as exists", 'a75f6cf1', () => [
    { exists: true },
  ]),

  modelled("select concat_ws(' ', (select", '2ca14f3c', (db) => {
    const orders = openOrders(db).map((row) => row.position)
    const lines = openLines(db).map((row) => `${row.line_id} ${row.allocated_kobo}`)
    const parts = db.all('bank_allocation').map((row) => `${row.line_id} ${row.allocated_at}`)
    return [{ signature: JSON.stringify([orders, lines, parts]) }]
  }),
  modelled('select state.order_id as "orderId", nullif(detail.payment_code', '92fef0ac', (db) =>
    openOrders(db).map(({ order_id, created_at }) => {
      const detail = db.get('order_detail', String(order_id)) ?? {}
      return {
        orderId: order_id,
        customerKey: order_id,
        accountName: '',
        proofReferences: [],
        paymentCode: detail.payment_code || null,
        expectedKobo: Number(detail.total) * 100,
        createdOn: String(created_at).slice(0, 10),
        receivedKobo: paid(db, order_id),
      }
    }),
  ),
  modelled(
    'select status, line_id::text as "lineId", amount_kobo as "amountKobo", booked_on::text',
    'e7809ae7',
    (db) =>
      openLines(db).map((row) => ({
        status: row.status,
        lineId: row.line_id,
        amountKobo: row.amount_kobo,
        bookedOn: row.booked_on,
        payer: row.payer,
        narration: row.narration,
        reference: row.reference,
        freeKobo: Number(row.amount_kobo) - Number(row.allocated_kobo),
        bankAccountId: row.bank_account_id,
        gone: null,
      })),
  ),

  // No two customers have a name or a proof in common.
  modelled('select detail.order_id as "orderId", detail.total, nullif', '5ca461c7', (db, [ids]) =>
    (ids as string[]).flatMap((orderId) => {
      const detail = db.get('order_detail', orderId)
      if (!detail) return []
      return [
        {
          orderId,
          total: Number(detail.total),
          paymentCode: detail.payment_code || null,
          createdOn: String(detail.created_at).slice(0, 10),
          sameProof: false,
        },
      ]
    }),
  ),
  modelled(
    'select detail.order_id as "orderId", detail.total, detail.account_name',
    'e6c69e36',
    () => [],
  ),
  modelled('select unnest(array[account_name, bank_name]) as name', '7533b837', () => []),
  modelled('select distinct unnest(imported.not_money_orders)', 'f29d3b5a', () => []),
  modelled('insert into left_to_people', '5e97290b', () => 0),
  modelled('delete from left_to_people', '83654d56', () => 0),

  // Nothing leaves the account, and no import is cut short.
  modelled('select bank_account_id as "bankAccountId", booked_on::text', 'af53a83d', () => []),
  modelled("select from bank_import where state = 'importing'", 'bb6583d8', () => []),
  modelled('select from bank_import where statement_id = any', 'a25dba66', () => []),
  modelled('select reversed_by is not null as reversed from read.bank_line', '7517b6fe', () => []),

  modelled('update upload set tries = tries - 1', 'a401aea3', () => 0),
]
