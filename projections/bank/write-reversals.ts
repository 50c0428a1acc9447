import type { Connection } from '@strand/platform/postgres/pool'
import type { BankBatch } from './batch.ts'
import { counts } from './line-row.ts'
import { type Movement, reversalDays, reversalsOf } from './reversals.ts'

/** From which day on the reversals of an account may have changed; `amounts` null for all. */
type Changed = { accountId: string; from: string; amounts: Set<number> | null }

type Row = Movement & { amountKobo: number; reversedBy: string | null }

/** Amounts whose lines are looked at together: with all of them it could be a million lines. */
const amountsAtOnce = 100

/**
 * Says again which credits were taken back, from the first day on that the batch changed. Lines
 * count once their statement is imported, so that this is done once for each statement; and as the
 * outcome depends on the lines alone, it is the same however batches fall.
 */
export const writeReversals = async (batch: BankBatch, connection: Connection) => {
  for (const changed of await changesOf(batch, connection)) {
    const amounts = await amountsOf(changed, connection)
    for (let at = 0; at < amounts.length; at += amountsAtOnce)
      await compare(changed, amounts.slice(at, at + amountsAtOnce), connection)
  }
}

const compare = async (changed: Changed, amounts: number[], connection: Connection) => {
  const lines = await linesOf(changed, amounts, connection)
  const changes: { line_id: string; reversed_by: string | null }[] = []
  for (const ofAmount of Map.groupBy(lines, ({ amountKobo }) => Math.abs(amountKobo)).values()) {
    const debits = ofAmount.filter((line) => line.amountKobo < 0 && line.bookedOn >= changed.from)
    const known = new Set(debits.map(({ lineId }) => lineId))
    // What an earlier debit takes back is no longer free.
    const credits = ofAmount.filter(
      ({ amountKobo, reversedBy }) =>
        amountKobo > 0 && (reversedBy === null || known.has(reversedBy)),
    )
    const found = reversalsOf(debits, credits)
    for (const { lineId, reversedBy } of credits) {
      const debit = found.get(lineId) ?? null
      if (debit !== reversedBy) changes.push({ line_id: lineId, reversed_by: debit })
    }
  }
  if (changes.length === 0) return
  await connection.query(
    `update bank_line current set reversed_by = changed.reversed_by
     from json_populate_recordset(null::bank_line, $1) changed
     where current.line_id = changed.line_id`,
    [JSON.stringify(changes)],
  )
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

/** The amounts of debits since that day of which there is a credit, too. */
const amountsOf = async ({ accountId, from, amounts }: Changed, connection: Connection) => {
  const { rows } = await connection.query<{ amount: number }>(
    `select amount from (
       select distinct -amount_kobo as amount from bank_line
       where bank_account_id = $1 and booked_on >= $2 and amount_kobo < 0
         and ($3::int8[] is null or amount_kobo = any($3))
     ) debit
     where exists (
       select from bank_line where bank_account_id = $1 and amount_kobo = amount
         and booked_on >= $2::date - ${reversalDays})`,
    [accountId, from, amounts && [...amounts].map((amount) => -amount)],
  )
  return rows.map(({ amount }) => amount)
}

/** The lines of these amounts that count, of statements whose import has come to its end. */
const linesOf = async (
  { accountId, from }: Changed,
  amounts: number[],
  connection: Connection,
): Promise<Row[]> => {
  const { rows } = await connection.query<Row>(
    `select line_id as "lineId", booked_on::text as "bookedOn", narration, reference,
       amount_kobo as "amountKobo", reversed_by as "reversedBy"
     from bank_line
     where bank_account_id = $1 and amount_kobo = any($3::int8[])
       and booked_on >= $2::date - ${reversalDays} and status not in ('probablysame', 'merged')
       and statement_ids[1] in (select statement_id from bank_statement)`,
    [accountId, from, amounts.flatMap((amount) => [amount, -amount])],
  )
  return rows
}
