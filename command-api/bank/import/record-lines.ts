import { firstEvent } from '@strand/contracts/event-codec'
import {
  type BankLineRecorded,
  bankLineEvents,
  bankLineStream,
} from '@strand/contracts/money/bank-line.events'
import { lineKindOf } from '@strand/contracts/money/line-kind'
import { type Origin, withMetadata } from '@strand/platform/commands/origin'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { EventStore } from '@strand/platform/event-store/event-store'
import type { Pool } from '@strand/platform/postgres/pool'
import type { SortedLine } from './sort-lines.ts'

type Options = {
  pool: Pool
  eventStore: EventStore
  personalData: Pick<PersonalData, 'take' | 'seal' | 'erase'>
}

type Import = { statementId: string; bankAccountId: string; origin: Origin }

/**
 * Records new lines, each in a stream that must not exist: what another import, or this one before
 * a crash, has recorded stays as it is. Only then the table of known lines has them, so that a line
 * in the table is always in the log.
 */
export const recordLines = async (
  options: Options,
  lines: SortedLine[],
  imported: Import,
): Promise<void> => {
  const fresh = lines.filter(({ known }) => known === null)
  if (fresh.length === 0) return
  const recorded = await Promise.all(fresh.map((line) => record(options, line, imported)))
  await options.pool.query(
    `insert into bank_line (line_id, statement_id, probably_same_as, bank_account_id, booked_on,
       amount_kobo, balance_kobo)
     select * from json_to_recordset($1) as line ("lineId" uuid, "statementId" uuid,
       "probablySameAs" uuid, "bankAccountId" uuid, "bookedOn" date, "amountKobo" int8,
       "balanceKobo" int8)
     on conflict do nothing`,
    [JSON.stringify(recorded)],
  )
}

const record = async (
  { eventStore, personalData }: Options,
  { line, probablySameAs }: SortedLine,
  { statementId, bankAccountId, origin }: Import,
): Promise<BankLineRecorded> => {
  const { lineId, payer, narration, reference } = line
  const stream = bankLineStream(lineId)
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
    personal: personalData.seal(key, { payer, narration, reference }),
    probablySameAs,
    kind: lineKindOf(line),
  }
  // Its id is that of this line in this statement: after a crash, the log knows it again.
  const ownOrigin = { ...origin, commandId: `${statementId}:${lineId}` }
  const event = withMetadata(bankLineEvents, ownOrigin)({ type: 'BankLineRecorded', data })
  const appended = await eventStore.append(stream, [event], 'no-stream')
  if (appended.ok && !appended.repeated) return data
  await personalData.erase(key.id)
  const earlier = firstEvent(
    bankLineEvents,
    'BankLineRecorded',
    await eventStore.readStream(stream),
  )
  if (!earlier) throw new Error(`the stream of the bank line ${lineId} begins with something else`)
  return earlier.event.data
}
