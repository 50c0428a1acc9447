import { z } from 'zod'
import { Sealed } from '../envelope.ts'
import { defineEvent, type EventsOf, eventCodec } from '../event-codec.ts'
import { givenText } from '../text.ts'
import { StatementFormat, StatementMapping } from './statement.ts'

export const bankAccountStream = (bankAccountId: string) => `bank-account-${bankAccountId}`
export const bankStatementStream = (statementId: string) => `bank-statement-${statementId}`
export const bankLineStream = (lineId: string) => `bank-line-${lineId}`

export const bankAccountEvents = eventCodec('bank-account-{bankAccountId}', [
  defineEvent(
    'BankAccountAdded',
    'The shop has a bank account: that of its settings, or one that a superadministrator added.',
    z.object({
      bankAccountId: z.uuid(),
      bankName: givenText,
      accountName: givenText,
      accountNumber: givenText,
      currency: z.literal('NGN'),
    }),
  ),
])
export type BankAccountEvent = EventsOf<typeof bankAccountEvents>

const day = z.iso.date().describe('A day in Lagos.')
const kobo = z.int().describe('Kobo; what left the account is below 0.')

export const bankStatementEvents = eventCodec('bank-statement-{statementId}', [
  defineEvent(
    'BankStatementImported',
    'Staff imported a file of the bank, and each of its lines is recorded. Comes after their events.',
    z.object({
      statementId: z.uuid(),
      bankAccountId: z.uuid(),
      format: StatementFormat,
      mapping: StatementMapping.nullable().describe('Null for a format that names its fields.'),
      sha256: givenText.describe('Of the file, which is deleted.'),
      openingBalanceKobo: kobo.nullable(),
      closingBalanceKobo: kobo.nullable(),
      from: day,
      to: day,
      rows: z.int().min(1),
      new: z.int().min(0),
      known: z.int().min(0).describe('Lines that an earlier statement had.'),
      probablySame: z.int().min(0),
    }),
  ),
])
export type BankStatementEvent = EventsOf<typeof bankStatementEvents>

export const bankLineEvents = eventCodec('bank-line-{lineId}', [
  defineEvent(
    'BankLineRecorded',
    'A statement had a line that no statement before it had.',
    z.object({
      lineId: z.uuid(),
      bankAccountId: z.uuid(),
      statementId: z.uuid(),
      bookedOn: day,
      valueOn: day.nullable(),
      amountKobo: kobo,
      balanceKobo: kobo.nullable().describe('After the line, if the file says so.'),
      number: z.int().min(1).describe('Among the lines of the file that are equal in all of this.'),
      personal: Sealed.describe('Payer, narration and reference, under a key of this line.'),
      probablySameAs: z
        .uuid()
        .nullable()
        .describe('A line of another file with its day, amount and beginning of the narration.'),
    }),
  ),
])
export type BankLineEvent = EventsOf<typeof bankLineEvents>

/** What is sealed of a line. */
export const BankLinePersonal = z.object({
  payer: givenText,
  narration: givenText,
  reference: givenText,
})
export type BankLinePersonal = z.infer<typeof BankLinePersonal>
