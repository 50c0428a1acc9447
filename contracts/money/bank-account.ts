import { z } from 'zod'
import { givenText, identifier, personName, thingName } from '../text.ts'
import { AccountConflicts } from './account-conflict.ts'

export const BankAccount = z.object({
  bankAccountId: z.uuid(),
  bankName: givenText,
  accountName: givenText,
  accountNumber: givenText,
  currency: z.literal('NGN'),
})
export type BankAccount = z.infer<typeof BankAccount>

export const AddBankAccount = z.object({
  bankName: thingName('Please name the bank', 100),
  accountName: personName('Please enter the name of the account', 100),
  accountNumber: identifier(20).regex(/^\d{10}$/, 'An account number has 10 digits'),
  currency: z.literal('NGN', 'The currency must be NGN'),
})
export type AddBankAccount = z.infer<typeof AddBankAccount>

const span = z.object({ from: z.iso.date(), to: z.iso.date() })

/**
 * Whether a span of days adds up: the opening balance plus the lines must equal the closing
 * balance. The sums leave out merged lines and probable duplicates.
 */
export const SpanCheck = z.object({
  /** Null if the statements do not give it. */
  openingKobo: z.int().nullable(),
  /** The parts of credits that pay for orders. */
  matchedKobo: z.int(),
  /** The other parts of credits, except of those that are set aside. */
  unmatchedKobo: z.int(),
  setAsideKobo: z.int(),
  /** Zero or negative. */
  debitKobo: z.int(),
  closingKobo: z.int().nullable(),
  /** Null if that is unknown; `why` gives the reason. */
  balanced: z.boolean().nullable(),
  /** Empty unless `balanced` is null. */
  why: givenText,
})
export type SpanCheck = z.infer<typeof SpanCheck>

/**
 * The spans of days that an account's statements cover, and the gaps between spans, oldest first.
 */
export const BankCoverage = z.object({
  bankAccountId: z.uuid(),
  /** The statements of a span follow one another without a missing day. */
  spans: z.array(span.extend(SpanCheck.shape)),
  gaps: z.array(span),
  /** The day of the newest line; null if there are no lines. */
  newestLineOn: z.iso.date().nullable(),
  ...AccountConflicts.shape,
})
export type BankCoverage = z.infer<typeof BankCoverage>

/**
 * An account that does not add up on some of the requested days, according to its current
 * statements and lines.
 */
export const UnbalancedAccount = BankAccount.pick({
  bankAccountId: true,
  bankName: true,
  accountNumber: true,
}).extend({
  /** The spans that do not add up and overlap these days. */
  spans: z.array(span.extend(SpanCheck.shape)),
  ...AccountConflicts.shape,
})
export type UnbalancedAccount = z.infer<typeof UnbalancedAccount>
