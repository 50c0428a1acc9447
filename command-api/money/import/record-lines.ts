import {
  type BankLineRecorded,
  bankLineEvents,
  bankLineStream,
} from '@strand/contracts/money/bank-line.events'
import { lineKindOf } from '@strand/contracts/money/return-words'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { type Origin, withMetadata } from '@strand/platform/http/command-origin'
import type { BankLineCommand } from '../line/decider.ts'
import { handleBankLineCommand } from '../line/handler.ts'
import type { BankLineState } from '../line/state.ts'
import type { SortedLine } from './sort-lines.ts'

type Options = {
  pool: Pool
  eventStore: EventStore
  personalData: Pick<PersonalData, 'take' | 'load' | 'seal' | 'erase'>
}

type Import = { statementId: string; bankAccountId: string; origin: Origin }

/**
 * Records new lines, each at the start of its own stream. Lines that are already in the log, from
 * another import or from this one before a crash, stay as they are; withdrawn lines are recorded
 * again. The lines are written to the log before the tables, so every line in a table is in the
 * log.
 */
export const recordLines = async (
  options: Options,
  lines: SortedLine[],
  imported: Import,
): Promise<void> => {
  const fresh = lines.filter(({ known }) => known === null)
  const recorded = await Promise.all(fresh.map((line) => record(options, line, imported)))
  await options.pool.query(
    `with recorded as (
       insert into bank_line (line_id, statement_id, probably_same_as, bank_account_id, booked_on,
         amount_kobo, balance_kobo)
       select * from json_to_recordset($1) as line ("lineId" uuid, "statementId" uuid,
         "probablySameAs" uuid, "bankAccountId" uuid, "bookedOn" date, "amountKobo" int8,
         "balanceKobo" int8)
       on conflict do nothing
     )
     insert into bank_statement_line (line_id, statement_id)
     select distinct unnest($2::uuid[]), $3::uuid on conflict do nothing`,
    [
      JSON.stringify(recorded),
      lines.map(({ line, known }) => known?.lineId ?? line.lineId),
      imported.statementId,
    ],
  )
  if (fresh.length > 0) await forgetErasures(options, recorded)
}

/**
 * A line that is recorded again gets new texts, which must be erased later. So the note that its
 * earlier texts were erased is deleted.
 */
const forgetErasures = async ({ pool }: Options, recorded: BankLineRecorded[]) => {
  await pool.query('delete from bank_line_erasure where line_id = any($1::uuid[]) and done', [
    recorded.map(({ lineId }) => lineId),
  ])
}

const record = async (
  { eventStore, personalData }: Options,
  { line, probablySameAs }: SortedLine,
  { statementId, bankAccountId, origin }: Import,
): Promise<BankLineRecorded> => {
  const { lineId, payer, narration, reference } = line
  const texts = { payer, narration, reference }
  const key = await personalData.take()
  const data = {
    lineId,
    bankAccountId,
    statementId,
    bookedOn: line.bookedOn,
    valueOn: line.valueOn,
    amountKobo: line.amountKobo,
    balanceKobo: line.balanceKobo,
    number: line.number,
    personal: personalData.seal(key, texts),
    probablySameAs,
    kind: lineKindOf(line),
  }
  // The command's id names the line and the statement, so the log recognizes the event after a
  // crash.
  const ownOrigin = { ...origin, commandId: `${statementId}:${lineId}` }
  const event = withMetadata(bankLineEvents, ownOrigin)({ type: 'BankLineRecorded', data })
  const appended = await eventStore.append(bankLineStream(lineId), [event], 'no-stream')
  if (appended.ok && !appended.repeated) return data
  let isNeeded = false
  const again = async ({ recorded }: BankLineState): Promise<BankLineCommand> => {
    // Uses the key of the line's earlier texts, unless it was destroyed.
    const known = await personalData.load(recorded.personal.keyId)
    isNeeded = known === null
    const personal = known ? personalData.seal(known, texts) : data.personal
    return { type: 'RecordLineAgain', recorded: { ...data, personal } }
  }
  const { state, events } = await handleBankLineCommand(eventStore, lineId, again, ownOrigin)
  if (!isNeeded || events.length === 0) await personalData.erase(key.id)
  if (!state) throw new Error(`the stream of the bank line ${lineId} is gone`)
  return state.recorded
}
