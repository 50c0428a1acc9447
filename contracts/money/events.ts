import { z } from 'zod'
import { defineEvent, type EventsOf, eventCodec } from '../event-codec.ts'
import { givenText } from '../text.ts'
import { eventDay, eventKobo } from './event-fields.ts'
import { StatementFormat, StatementMapping } from './statement.ts'

export const bankAccountStream = (bankAccountId: string) => `bank-account-${bankAccountId}`
export const bankStatementStream = (statementId: string) => `bank-statement-${statementId}`

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
      openingBalanceKobo: eventKobo.nullable(),
      closingBalanceKobo: eventKobo.nullable(),
      from: eventDay,
      to: eventDay,
      rows: z.int().min(1),
      new: z.int().min(0),
      known: z.int().min(0).describe('Lines that an earlier statement had.'),
      probablySame: z.int().min(0),
      notMoney: z
        .int()
        .min(0)
        .describe('Rows that are no lines: not arrived, not booked, or in another currency.'),
      finishes: z
        .array(z.uuid())
        .describe('Statements whose import failed, and all of whose recorded lines this file has.'),
    }),
    [(data) => ({ ...data, notMoney: 0, finishes: [] })],
  ),
])
export type BankStatementEvent = EventsOf<typeof bankStatementEvents>
