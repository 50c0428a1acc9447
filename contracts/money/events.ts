import { z } from 'zod'
import { Sealed } from '../envelope.ts'
import { defineEvent, type EventsOf, eventCodec } from '../event-codec.ts'
import { givenText } from '../text.ts'
import { eventDay, eventKobo } from './event-fields.ts'
import { StatementFormat, StatementMapping } from './statement.ts'

export const bankAccountStream = (bankAccountId: string) => `bank-account-${bankAccountId}`
export const bankStatementStream = (statementId: string) => `bank-statement-${statementId}`

export const bankAccountEvents = eventCodec('bank-account-{bankAccountId}', [
  defineEvent(
    'BankAccountAdded',
    'The shop got a bank account: the one in its settings, or one that a superadministrator added.',
    z.object({
      bankAccountId: z.uuid(),
      bankName: givenText,
      accountName: givenText,
      accountNumber: givenText,
      currency: z.literal('NGN'),
    }),
  ),
])

export const bankStatementEvents = eventCodec('bank-statement-{statementId}', [
  defineEvent(
    'BankStatementImported',
    'Staff imported a bank file. This event is recorded after the events for the file’s lines.',
    z.object({
      statementId: z.uuid(),
      bankAccountId: z.uuid(),
      format: StatementFormat,
      mapping: StatementMapping.nullable().describe(
        'The meaning of the file’s columns; null for a format whose fields have names.',
      ),
      sha256: givenText.describe('The hash of the file, which is deleted after the import.'),
      openingBalanceKobo: eventKobo.nullable(),
      closingBalanceKobo: eventKobo.nullable(),
      from: eventDay,
      to: eventDay,
      rows: z.int().min(1),
      new: z.int().min(0),
      known: z
        .int()
        .min(0)
        .describe('The number of lines that were already in an earlier statement.'),
      probablySame: z.int().min(0),
      notMoney: z
        .int()
        .min(0)
        .describe(
          'The number of rows that are not lines: the money did not arrive, is not booked, or is in another currency.',
        ),
      finishes: z
        .array(z.uuid())
        .describe(
          'Statements whose import failed, if this file contains all of their recorded lines.',
        ),
      dayEnds: z
        .array(z.object({ day: eventDay, balanceKobo: eventKobo }))
        .nullable()
        .describe(
          'The balance at the end of each day that has lines; empty if unknown, null if the file’s balances do not confirm its lines.',
        ),
      personal: Sealed.nullable().describe(
        'The name of the file, sealed with the statement’s key.',
      ),
    }),
    [
      (data) => ({ ...data, notMoney: 0, finishes: [] }),
      // An earlier release did not check the balances of OFX files before storing them.
      (data) => ({
        ...data,
        dayEnds: data.format === 'ofx' || data.openingBalanceKobo === null ? null : [],
        personal: null,
      }),
    ],
  ),
  defineEvent(
    'BankStatementTakenBack',
    'Staff undid the import of a file, so its contents no longer count. This event is recorded after the events for the file’s lines.',
    z.object({
      statementId: z.uuid(),
      bankAccountId: z.uuid(),
      from: eventDay,
      to: eventDay,
      withdrawn: z.int().min(0).describe('The number of lines that no other statement contains.'),
      kept: z.int().min(0).describe('The number of lines that another statement contains too.'),
      reason: Sealed.describe('What staff wrote, sealed with the statement’s key.'),
    }),
  ),
  defineEvent(
    'BankStatementTextErased',
    'The statement’s key was destroyed, so nobody can read the file’s name, or the reason for undoing the import.',
    z.object({ statementId: z.uuid() }),
  ),
])
export type BankStatementEvent = EventsOf<typeof bankStatementEvents>
export type BankStatementImported = Extract<
  BankStatementEvent,
  { type: 'BankStatementImported' }
>['data']

export const BankStatementPersonal = z.object({ fileName: givenText })
