import { erased } from '@strand/contracts/erased'
import { eventCodec } from '@strand/contracts/event-codec'
import { firstStatus } from '@strand/contracts/money/bank-line'
import {
  BankLinePersonal,
  type BankLineRecorded,
  bankLineEvents,
} from '@strand/contracts/money/bank-line.events'
import { bankAccountEvents, bankStatementEvents } from '@strand/contracts/money/events'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { JsonObject } from '@strand/platform/event-store/event-store'
import type { Projection } from '@strand/platform/processors/projector'
import { decodeEvents } from '../decoded-events.ts'

const bankEvents = eventCodec('the bank', [
  ...bankAccountEvents.definitions,
  ...bankStatementEvents.definitions,
  ...bankLineEvents.definitions,
])

const tables = `
  create table bank_account (
    bank_account_id uuid primary key,
    bank_name text not null,
    account_name text not null,
    account_number text not null,
    currency text not null,
    added_at timestamptz not null
  );

  create table bank_statement (
    statement_id uuid primary key,
    bank_account_id uuid not null,
    format text not null,
    -- The days that it speaks of.
    first_day date not null,
    last_day date not null,
    rows int8 not null,
    new int8 not null,
    known int8 not null,
    probably_same int8 not null,
    opening_kobo int8,
    closing_kobo int8,
    imported_at timestamptz not null,
    imported_by text collate "C" not null
  );
  create index on bank_statement (bank_account_id, first_day);

  create table bank_line (
    line_id uuid primary key,
    bank_account_id uuid not null,
    statement_id uuid not null,
    booked_on date not null,
    value_on date,
    amount_kobo int8 not null,
    balance_kobo int8,
    reference text not null,
    payer text not null,
    narration text not null,
    status text collate "C" not null,
    probably_same_as uuid,
    -- What it says and its whole naira, in lower case.
    search text not null
  );
  create index on bank_line (booked_on, line_id);
  create index on bank_line (status, booked_on, line_id);
  create index on bank_line (bank_account_id, booked_on, line_id);`

/**
 * Bank accounts, statements and their lines. What is sealed in a line is opened here, as in the
 * order lists, so that staff can search it; of a line whose key is destroyed, day and amount stay.
 */
export const bankProjection = (personalData: Pick<PersonalData, 'open'>): Projection => ({
  ...{ name: 'bank', version: 1, tables },
  lateIndexes: [
    `create index if not exists bank_line_trigrams on bank_line
       using gin (search public.gin_trgm_ops)`,
  ],
  views: ['bank_account', 'bank_statement', 'bank_line'],
  eventTypes: bankEvents.types,
  apply: async (recorded, connection) => {
    const events = decodeEvents(bankEvents, recorded)
    const accounts: unknown[] = []
    const statements: unknown[] = []
    const lines: BankLineRecorded[] = []
    for (const { event, at, actor } of events) {
      if (event.type === 'BankAccountAdded') accounts.push(accountRow(event.data, at))
      else if (event.type === 'BankLineRecorded') lines.push(event.data)
      else if (event.type === 'BankStatementImported')
        statements.push(statementRow(event.data, at, actor.id))
    }
    const opened = await personalData.open(lines.map(({ personal }) => personal))
    const lineRows = lines.map((line, index) => lineRow(line, opened[index] ?? null))
    await connection.query(
      `with account as (
         insert into bank_account select * from json_populate_recordset(null::bank_account, $1)
       ), statement as (
         insert into bank_statement select * from json_populate_recordset(null::bank_statement, $2)
       )
       insert into bank_line select * from json_populate_recordset(null::bank_line, $3)`,
      [JSON.stringify(accounts), JSON.stringify(statements), JSON.stringify(lineRows)],
    )
  },
})

type DataOf<Type> = Extract<ReturnType<typeof bankEvents.decode>['event'], { type: Type }>['data']

const accountRow = (account: DataOf<'BankAccountAdded'>, at: string) => ({
  bank_account_id: account.bankAccountId,
  bank_name: account.bankName,
  account_name: account.accountName,
  account_number: account.accountNumber,
  ...{ currency: account.currency, added_at: at },
})

const statementRow = (statement: DataOf<'BankStatementImported'>, at: string, by: string) => ({
  statement_id: statement.statementId,
  bank_account_id: statement.bankAccountId,
  ...{ format: statement.format, first_day: statement.from, last_day: statement.to },
  ...{ rows: statement.rows, new: statement.new, known: statement.known },
  probably_same: statement.probablySame,
  opening_kobo: statement.openingBalanceKobo,
  closing_kobo: statement.closingBalanceKobo,
  ...{ imported_at: at, imported_by: by },
})

const unreadable: BankLinePersonal = { payer: erased, narration: erased, reference: erased }

const lineRow = (line: BankLineRecorded, opened: JsonObject | null) => {
  const { payer, narration, reference } = opened ? BankLinePersonal.parse(opened) : unreadable
  const naira = Math.trunc(Math.abs(line.amountKobo) / 100)
  return {
    line_id: line.lineId,
    bank_account_id: line.bankAccountId,
    statement_id: line.statementId,
    ...{ booked_on: line.bookedOn, value_on: line.valueOn },
    ...{ amount_kobo: line.amountKobo, balance_kobo: line.balanceKobo },
    ...{ reference, payer, narration, status: firstStatus(line) },
    probably_same_as: line.probablySameAs,
    search: `${payer}\n${narration}\n${reference}\n${naira}`.toLowerCase(),
  }
}
