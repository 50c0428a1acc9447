import type { Connection } from '@strand/platform/postgres/pool'
import type { BankBatch } from './batch.ts'
import { counts } from './line-row.ts'
import { type Movement, reversalDays, reversalsOf } from './reversals.ts'

/** From which day on the reversals of an account may have changed; `amounts` null for all. */
type Changed = { accountId: string; from: string; amounts: Set<number> | null }

type Row = Movement & { amountKobo: number }

const movement = `line_id as "lineId", booked_on::text as "bookedOn", narration, reference,
  abs(amount_kobo) as "amountKobo"`
/** Lines that count, of statements whose import has come to its end. */
const settled = (line: string) => `${line}.status not in ('probablysame', 'merged') and exists (
  select from bank_statement where statement_id = ${line}.statement_ids[1])`

/**
 * Says again which credits were taken back, from the first day on that the batch changed. Lines
 * count once their statement is imported, so that this is done once for each statement; and as the
 * outcome depends on the lines alone, it is the same however batches fall.
 */
export const writeReversals = async (batch: BankBatch, connection: Connection) => {
  for (const changed of await changesOf(batch, connection)) {
    const debits = await debitsSince(changed, connection)
    const { credits, known } = await creditsOf(changed, debits, connection)
    const found = new Map<string, string>()
    const amounts = Map.groupBy(credits, ({ amountKobo }) => amountKobo)
    for (const [amount, ofAmount] of Map.groupBy(debits, ({ amountKobo }) => amountKobo))
      for (const pair of reversalsOf(ofAmount, amounts.get(amount) ?? [])) found.set(...pair)
    const changes = [
      ...[...known.keys()].filter((credit) => !found.has(credit)).map((credit) => [credit, null]),
      ...[...found].filter(([credit, debit]) => known.get(credit) !== debit),
    ].map(([line_id, reversed_by]) => ({ line_id, reversed_by }))
    if (changes.length === 0) continue
    await connection.query(
      `update bank_line current set reversed_by = changed.reversed_by
       from json_populate_recordset(null::bank_line, $1) changed
       where current.line_id = changed.line_id`,
      [JSON.stringify(changes)],
    )
  }
}

const changesOf = async (batch: BankBatch, connection: Connection): Promise<Changed[]> => {
  const changes = new Map<string, Changed>()
  const add = (accountId: string, from: string, amount: number | null) => {
    const known = changes.get(accountId) ?? { accountId, from, amounts: new Set<number>() }
    const amounts = amount === null ? null : (known.amounts?.add(amount) ?? null)
    changes.set(accountId, { accountId, from: from < known.from ? from : known.from, amounts })
  }
  const arrived = new Set(batch.statements.map(({ statement_id }) => statement_id))
  for (const { bank_account_id, first_day } of batch.statements)
    add(bank_account_id, first_day, null)
  const rows = [...batch.toCompare].flatMap((lineId) => batch.lines.get(lineId)?.row ?? [])
  const late = rows.filter((row) => counts(row) && !arrived.has(row.statement_ids[0] ?? ''))
  const { rows: imported } = await connection.query<{ statement_id: string }>(
    'select statement_id from bank_statement where statement_id = any($1::uuid[])',
    [[...new Set(late.map(({ statement_ids }) => statement_ids[0]))]],
  )
  const statements = new Set(imported.map(({ statement_id }) => statement_id))
  for (const row of late)
    if (statements.has(row.statement_ids[0] ?? ''))
      add(row.bank_account_id, row.booked_on, Math.abs(row.amount_kobo))
  return [...changes.values()]
}

/** Debits from that day on that have a credit of their amount shortly before them. */
const debitsSince = async ({ accountId, from, amounts }: Changed, connection: Connection) => {
  const { rows } = await connection.query<Row>(
    `select ${movement} from bank_line debit
     where bank_account_id = $1 and booked_on >= $2 and amount_kobo < 0
       and ($3::int8[] is null or amount_kobo = any($3)) and ${settled('debit')}
       and exists (
         select from bank_line credit
         where credit.bank_account_id = $1 and credit.amount_kobo = -debit.amount_kobo
           and credit.booked_on between debit.booked_on - ${reversalDays} and debit.booked_on)`,
    [accountId, from, amounts && [...amounts].map((amount) => -amount)],
  )
  return rows
}

/** The credits that these debits may take back, and those that debits since that day do by now. */
const creditsOf = async (
  { accountId, from, amounts }: Changed,
  debits: Row[],
  connection: Connection,
) => {
  const before = await connection.query<{ credit: string; debit: string }>(
    `select credit.line_id as credit, debit.line_id as debit
     from bank_line credit join bank_line debit on debit.line_id = credit.reversed_by
     where credit.bank_account_id = $1 and credit.reversed_by is not null
       and debit.booked_on >= $2 and ($3::int8[] is null or credit.amount_kobo = any($3))`,
    [accountId, from, amounts && [...amounts]],
  )
  const known = new Map(before.rows.map(({ credit, debit }) => [credit, debit] as const))
  if (debits.length === 0) return { credits: [], known }
  const days = debits.map(({ amountKobo, bookedOn }) => ({ amountKobo, bookedOn }))
  const { rows } = await connection.query<Row>(
    `select ${movement} from bank_line credit
     where bank_account_id = $1 and ${settled('credit')}
       and (reversed_by is null or line_id = any($3::uuid[]))
       and line_id in (
         select near.line_id from json_to_recordset($2) debit ("amountKobo" int8, "bookedOn" date)
         join bank_line near on near.bank_account_id = $1 and near.amount_kobo = "amountKobo"
           and near.booked_on between "bookedOn" - ${reversalDays} and "bookedOn")`,
    [accountId, JSON.stringify(days), [...known.keys()]],
  )
  return { credits: rows, known }
}
