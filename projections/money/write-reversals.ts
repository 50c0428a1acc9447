import { addDays } from '@strand/contracts/days'
import type { Connection } from '@strand/event-sourcing/postgres/pool'
import type { BankBatch, LineRow } from './batch.ts'
import { givenBack, type Movement, reversalReach, reversalsOf } from './reversals.ts'

/**
 * The changed lines of an account: the day of the first one, and their amounts; null stands for all
 * amounts.
 */
type Changed = { accountId: string; from: string; amounts: Set<number> | null }

type Row = Movement & {
  amountKobo: number
  allocatedKobo: number
  reversedBy: string | null
  perhapsReversedBy: string | null
  givesBack: string | null
  reversedOn: string | null
  perhapsOn: string | null
}

/** How many amounts are processed at once: the lines of all amounts could be a million. */
const amountsAtOnce = 100

/**
 * Finds reversals again, from the first day that the batch changed. Lines count only after their
 * whole statement was imported, so this runs once per statement. The result depends on the lines
 * alone, not on how events are batched.
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
  const changes: Pick<LineRow, 'line_id' | 'reversed_by' | 'perhaps_reversed_by' | 'gives_back'>[] =
    []
  // A debit can take back a credit that is dated a few days later.
  const from = addDays(changed.from, -reversalReach.after)
  for (const ofAmount of Map.groupBy(lines, ({ amountKobo }) => Math.abs(amountKobo)).values()) {
    const debits = ofAmount.filter(
      (line) => line.amountKobo < 0 && line.bookedOn >= from && !isPayment(line),
    )
    // Excludes credits that an earlier debit takes back.
    const credits = ofAmount.filter(
      ({ amountKobo, waits, reversedOn }) =>
        amountKobo > 0 && !waits && (reversedOn === null || reversedOn >= from),
    )
    const found = reversalsOf(debits, credits)
    const given = givenBack(
      credits.filter(({ bookedOn }) => bookedOn >= from),
      ofAmount.filter(({ amountKobo }) => amountKobo < 0),
    )
    for (const credit of credits) {
      const { lineId, reversedBy, perhapsReversedBy, perhapsOn } = credit
      const debit = found.sure.get(lineId) ?? null
      // A doubt that an earlier debit raised remains.
      const isEarlier = perhapsOn !== null && perhapsOn < from
      const perhaps = isEarlier ? perhapsReversedBy : (found.perhaps.get(lineId) ?? null)
      const isLooked = credit.bookedOn >= from
      const givesBack = isLooked ? (given.get(lineId) ?? null) : credit.givesBack
      if (debit !== reversedBy || perhaps !== perhapsReversedBy || givesBack !== credit.givesBack)
        changes.push({
          line_id: lineId,
          reversed_by: debit,
          perhaps_reversed_by: perhaps,
          gives_back: givesBack,
        })
    }
  }
  if (changes.length === 0) return
  await connection.query(
    `update bank_line current
     set reversed_by = changed.reversed_by, perhaps_reversed_by = changed.perhaps_reversed_by,
       gives_back = changed.gives_back
     from json_populate_recordset(null::bank_line, $1) changed
     where current.line_id = changed.line_id`,
    [JSON.stringify(changes)],
  )
}

/**
 * Whether staff recorded that the whole debit pays back owed money: then it is money that the shop
 * sent, not a reversal. If only a part of the debit pays back owed money, it may still be a
 * reversal.
 */
const isPayment = ({ amountKobo, allocatedKobo }: Row) => allocatedKobo === -amountKobo

const changesOf = async (batch: BankBatch, connection: Connection): Promise<Changed[]> => {
  const changes = new Map<string, Changed>()
  const add = (accountId: string, from: string, amount: number | null) => {
    const known = changes.get(accountId) ?? { accountId, from, amounts: new Set<number>() }
    const amounts = amount === null ? null : (known.amounts?.add(amount) ?? null)
    changes.set(accountId, { accountId, from: from < known.from ? from : known.from, amounts })
  }
  const { arrived } = batch
  for (const { statement_id, bank_account_id, first_day } of batch.statements.values())
    if (arrived.has(statement_id)) add(bank_account_id, first_day, null)
  const rows = [...batch.toCompare].flatMap((lineId) => batch.lines.get(lineId)?.row ?? [])
  const late = rows.filter((row) => !arrived.has(row.statement_ids[0] ?? ''))
  const { rows: imported } = await connection.query<{ statement_id: string }>(
    'select statement_id from bank_arrived where statement_id = any($1::uuid[])',
    [[...new Set(late.map(({ statement_ids }) => statement_ids[0]))]],
  )
  const statements = new Set(imported.map(({ statement_id }) => statement_id))
  for (const row of late)
    if (statements.has(row.statement_ids[0] ?? ''))
      add(row.bank_account_id, row.booked_on, Math.abs(row.amount_kobo))
  return [...changes.values()]
}

/**
 * In days: a changed debit may concern a credit that is older than the first change, but by no more
 * than this.
 */
const reach = reversalReach.before + reversalReach.after

/** The amounts that have both a credit and a debit within the change's reach. */
const amountsOf = async ({ accountId, from, amounts }: Changed, connection: Connection) => {
  const { rows } = await connection.query<{ amount: number }>(
    `select amount from (
       select distinct -amount_kobo as amount from bank_line
       where bank_account_id = $1 and booked_on >= $2::date - ${reach}
         and amount_kobo < 0 and ($3::int8[] is null or amount_kobo = any($3))
     ) debit
     where exists (
       select from bank_line where bank_account_id = $1 and amount_kobo = amount
         and booked_on >= $2::date - ${reach})`,
    [accountId, from, amounts && [...amounts].map((amount) => -amount)],
  )
  return rows.map(({ amount }) => amount)
}

/** The lines with these amounts, from completely imported statements. */
const linesOf = async (
  { accountId, from }: Changed,
  amounts: number[],
  connection: Connection,
): Promise<Row[]> => {
  const { rows } = await connection.query<Row>(
    `select line.line_id as "lineId", line.booked_on::text as "bookedOn", line.narration,
       line.reference, line.kind = 'returned' as "isMarked", line.gives_back as "givesBack",
       line.amount_kobo as "amountKobo", line.allocated_kobo as "allocatedKobo", line.status = 'probablysame' as waits,
       line.reversed_by as "reversedBy", surely.booked_on::text as "reversedOn",
       line.perhaps_reversed_by as "perhapsReversedBy", perhaps.booked_on::text as "perhapsOn"
     from bank_line line
     left join bank_line surely on surely.line_id = line.reversed_by
     left join bank_line perhaps on perhaps.line_id = line.perhaps_reversed_by
     where line.bank_account_id = $1 and line.amount_kobo = any($3::int8[])
       and line.booked_on >= $2::date - ${reach} and line.status not in ('merged', 'withdrawn')
       and line.statement_ids[1] in (select statement_id from bank_arrived)`,
    [accountId, from, amounts.flatMap((amount) => [amount, -amount])],
  )
  return rows
}
