import { z } from 'zod'
import { givenText, identifier, personName, thingName } from '../text.ts'
import { AccountConflicts } from './account-conflict.ts'

/** An account of the shop, which its customers pay into. */
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
 * The check of a span: the balance before, plus its lines, is the balance afterwards. Merged
 * lines, and those that are probably the same as others, are in no sum.
 */
export const SpanCheck = z.object({
  /** Null if the statements do not say it. */
  openingKobo: z.int().nullable(),
  /** The parts of credits that pay orders. */
  matchedKobo: z.int(),
  /** The rest of the credits that are not set aside. */
  unmatchedKobo: z.int(),
  setAsideKobo: z.int(),
  /** Below 0. */
  debitKobo: z.int(),
  closingKobo: z.int().nullable(),
  /** Null if it cannot be said; `why` tells. */
  balanced: z.boolean().nullable(),
  /** Empty if it can be said. */
  why: givenText,
})
export type SpanCheck = z.infer<typeof SpanCheck>

/** The days of an account, oldest first: those that statements speak of, and those between. */
export const BankCoverage = z.object({
  bankAccountId: z.uuid(),
  /** The statements of a span follow each other without a day between them. */
  spans: z.array(span.extend(SpanCheck.shape)),
  gaps: z.array(span),
  /** The day of the newest line; null without lines. */
  newestLineOn: z.iso.date().nullable(),
  ...AccountConflicts.shape,
})
export type BankCoverage = z.infer<typeof BankCoverage>

/** An account whose money does not add up within some days, as statements and lines stand now. */
export const UnbalancedAccount = BankAccount.pick({
  bankAccountId: true,
  bankName: true,
  accountNumber: true,
}).extend({
  /** The spans that have any of these days and do not add up. */
  spans: z.array(span.extend(SpanCheck.shape)),
  ...AccountConflicts.shape,
})
export type UnbalancedAccount = z.infer<typeof UnbalancedAccount>
