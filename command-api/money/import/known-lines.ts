import { erased } from '@strand/contracts/erased'
import type { BankLinePersonal } from '@strand/contracts/money/bank-line.events'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { ifTableMissing } from '@strand/event-sourcing/postgres/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { readBankLine } from '../line/handler.ts'
import { openLineOf } from '../line/shown-line.ts'
import { groupOf } from '../line-id.ts'

export type KnownLineOptions = {
  pool: Pool
  eventStore: EventStore
  personalData: Pick<PersonalData, 'open'>
}

export type KnownLine = {
  lineId: string
  statementId: string
  probablySameAs: string | null
  bookedOn: string
  amountKobo: number
  balanceKobo: number | null
}

const columns = `line_id as "lineId", statement_id as "statementId",
  probably_same_as as "probablySameAs", booked_on::text as "bookedOn", amount_kobo as "amountKobo",
  balance_kobo as "balanceKobo"`

export const knownLines = async (
  { pool }: Pick<KnownLineOptions, 'pool'>,
  lineIds: string[],
): Promise<KnownLine[]> => {
  const { rows } = await pool.query<KnownLine>(
    `select ${columns} from bank_line where line_id = any($1::uuid[])`,
    [lineIds],
  )
  return rows
}

/** Far more lines than an account ever has for a few days and amounts. */
const maxAlike = 10_000

/**
 * Finds the known lines that have the same day and amount as one of the given lines. Those that may
 * themselves repeat another line come last.
 */
export const knownLinesLike = async (
  { pool }: Pick<KnownLineOptions, 'pool'>,
  bankAccountId: string,
  lines: { bookedOn: string; amountKobo: number }[],
): Promise<KnownLine[]> => {
  const groups = [...new Map(lines.map((line) => [groupOf(line), line])).values()]
  const { rows } = await pool.query<KnownLine>(
    `select ${columns} from bank_line
     where bank_account_id = $1 and (booked_on, amount_kobo) in (
       select * from unnest($2::date[], $3::int8[]))
     order by probably_same_as is not null, line_id limit ${maxAlike}`,
    [
      bankAccountId,
      groups.map(({ bookedOn }) => bookedOn),
      groups.map(({ amountKobo }) => amountKobo),
    ],
  )
  return rows
}

const streamsAtOnce = 20

/**
 * Reads the texts of known lines from the read model, or from the log if the read model does not
 * have them yet. A text that can no longer be opened is empty.
 */
export const textsOfLines = async (
  options: KnownLineOptions,
  lineIds: string[],
): Promise<Map<string, BankLinePersonal>> => {
  const { rows } = await options.pool
    .query<BankLinePersonal & { lineId: string }>(
      `select line_id as "lineId", payer, narration, reference from read.bank_line
       where line_id = any($1::uuid[])`,
      [lineIds],
    )
    .catch(ifTableMissing({ rows: [] }))
  const isErased = ({ payer, narration, reference }: BankLinePersonal) =>
    [payer, narration, reference].every((text) => text === erased)
  const nothing = { payer: '', narration: '', reference: '' }
  const texts = new Map<string, BankLinePersonal>()
  for (const row of rows) texts.set(row.lineId, isErased(row) ? nothing : row)
  const missing = lineIds.filter((lineId) => !texts.has(lineId))
  for (let at = 0; at < missing.length; at += streamsAtOnce)
    await Promise.all(
      missing.slice(at, at + streamsAtOnce).map(async (lineId) => {
        const line = await readBankLine(options.eventStore, lineId)
        texts.set(lineId, await openLineOf(options.personalData, line))
      }),
    )
  return texts
}
