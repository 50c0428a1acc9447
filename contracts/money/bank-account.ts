import { z } from 'zod'
import { givenText, identifier, personName, thingName } from '../text.ts'
import { AccountConflicts } from './account-conflict.ts'

/** One of the shop's accounts into which customers pay. */
export const BankAccount = z.object({
  bankAccountId: z.uuid(),
  bankName: givenText,
  accountName: givenText,
  accountNumber: givenText,
  currency: z.literal('NGN'),
})
export type BankAccount = z.infer<typeof BankAccount>

/** `POST /api/admin/bank-accounts`. */
export const AddBankAccount = z.object({
  bankName: thingName('Please name the bank', 100),
  accountName: personName('Please enter the name of the account', 100),
  accountNumber: identifier(20).regex(/^\d{10}$/, 'An account number has 10 digits'),
  currency: z.literal('NGN', 'The currency must be NGN'),
})
export type AddBankAccount = z.infer<typeof AddBankAccount>

const span = z.object({ from: z.iso.date(), to: z.iso.date() })

/**
 * Whether a span adds up: its opening balance plus its lines must equal its closing balance. Merged
 * lines and probable duplicates are left out of all sums.
 */
export const SpanCheck = z.object({
  /** Null if the statements do not say it. */
  openingKobo: z.int().nullable(),
  /** The parts of credits allocated to orders. */
  matchedKobo: z.int(),
  /** The remaining credits that are not set aside. */
  unmatchedKobo: z.int(),
  setAsideKobo: z.int(),
  /** Negative. */
  debitKobo: z.int(),
  closingKobo: z.int().nullable(),
  /** Null if it cannot be determined; `why` gives the reason. */
  balanced: z.boolean().nullable(),
  /** Empty if it can be determined. */
  why: givenText,
})
export type SpanCheck = z.infer<typeof SpanCheck>

/** An account's days, oldest first: those that statements cover, and the gaps between. */
export const BankCoverage = z.object({
  bankAccountId: z.uuid(),
  /** A span's statements follow one another without a missing day. */
  spans: z.array(span.extend(SpanCheck.shape)),
  gaps: z.array(span),
  /** The newest line's day; null if there are no lines. */
  newestLineOn: z.iso.date().nullable(),
  ...AccountConflicts.shape,
})
export type BankCoverage = z.infer<typeof BankCoverage>

/** An account that does not add up within the given days, according to its current statements and lines. */
export const UnbalancedAccount = BankAccount.pick({
  bankAccountId: true,
  bankName: true,
  accountNumber: true,
}).extend({
  /** The spans that overlap these days and do not add up. */
  spans: z.array(span.extend(SpanCheck.shape)),
  ...AccountConflicts.shape,
})
export type UnbalancedAccount = z.infer<typeof UnbalancedAccount>
