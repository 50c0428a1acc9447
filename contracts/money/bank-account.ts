import { z } from 'zod'
import { givenText, identifier, requiredLine } from '../text.ts'

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
  bankName: requiredLine('Please name the bank', 100),
  accountName: requiredLine('Please enter the name of the account', 100),
  accountNumber: identifier(20).regex(/^\d{10}$/, 'An account number has 10 digits'),
  currency: z.literal('NGN', 'The currency must be NGN'),
})
export type AddBankAccount = z.infer<typeof AddBankAccount>

const span = z.object({ from: z.iso.date(), to: z.iso.date() })

/** The days of an account, oldest first: those that statements speak of, and those between. */
export const BankCoverage = z.object({
  bankAccountId: z.uuid(),
  /** The statements of a span follow each other without a day between them. */
  spans: z.array(span),
  gaps: z.array(span),
  /** The day of the newest line; null without lines. */
  newestLineOn: z.iso.date().nullable(),
})
export type BankCoverage = z.infer<typeof BankCoverage>
