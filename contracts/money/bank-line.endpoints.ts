import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { BulkAnswer } from '../bulk.ts'
import { endpoints } from '../endpoint.ts'
import { pathIdentifier } from '../text.ts'
import { BankLine } from './bank-line.ts'
import {
  ApproveBankLines,
  MatchBankLine,
  MergeBankLine,
  SetAsideBankLine,
  UnmatchBankLine,
} from './bank-line-commands.ts'

const command = <const Name extends string>(name: Name) => ({
  ...({ method: 'POST', path: `/api/admin/bank-lines/:lineId/${name}` } as const),
  access: { permission: 'money.manage' } as const,
  params: z.object({ lineId: pathIdentifier }),
  response: { 200: CommandAnswer.extend({ result: BankLine }) },
})

export const bankLineEndpoints = endpoints('Bank', {
  matchBankLine: {
    ...command('match'),
    body: MatchBankLine,
    summary: 'Match a bank line to orders',
  },
  unmatchBankLine: {
    ...command('unmatch'),
    body: UnmatchBankLine,
    summary: 'Unmatch a bank line from its orders',
  },
  setAsideBankLine: {
    ...command('set-aside'),
    body: SetAsideBankLine,
    summary: 'Set a bank line aside',
  },
  reopenBankLine: {
    ...command('take-back'),
    body: z.object({}),
    summary: 'Undo setting a bank line aside',
  },
  mergeBankLine: {
    ...command('merge'),
    body: MergeBankLine,
    summary: 'Merge a bank line into the line that it probably duplicates',
  },
  keepBankLine: {
    ...command('keep'),
    body: z.object({}),
    summary: 'Keep a bank line separate from the line that it resembles',
  },
  approveBankLines: {
    method: 'POST',
    path: '/api/admin/bank-lines/approve',
    access: { permission: 'orders.manage' },
    summary: 'Approve orders with the bank lines that pay for them',
    body: ApproveBankLines,
    response: { 200: BulkAnswer },
  },
})
