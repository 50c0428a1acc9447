import { z } from 'zod'
import { CommandAnswer, resultOf } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { ListQuery, pageOf } from '../list.ts'
import { pathIdentifier } from '../text.ts'
import { AddBankAccount, BankAccount, BankCoverage } from './bank-account.ts'
import { BankLineCounts, BankLineQuery, BankLineRow } from './bank-line.ts'
import {
  BankStatement,
  BankStatementQuery,
  ImportedStatement,
  ImportStatement,
  StatementPreview,
  StatementProgress,
  UndoImport,
  UndoneImport,
} from './bank-statement.ts'

const read = { permission: 'money.read' } as const
const manage = { permission: 'money.manage' } as const

export const bankEndpoints = endpoints('Bank', {
  listBankAccounts: {
    method: 'GET',
    path: '/api/admin/bank-accounts',
    access: read,
    summary: 'List the shop’s bank accounts',
    query: ListQuery,
    response: { 200: pageOf(BankAccount) },
  },
  addBankAccount: {
    method: 'POST',
    path: '/api/admin/bank-accounts',
    access: { permission: 'money.accounts' },
    summary: 'Add a bank account',
    body: AddBankAccount,
    response: { 201: CommandAnswer.extend({ result: BankAccount }) },
  },
  getBankCoverage: {
    method: 'GET',
    path: '/api/admin/bank-accounts/:bankAccountId/coverage',
    access: read,
    summary: 'Get the days that an account’s statements cover',
    params: z.object({ bankAccountId: pathIdentifier }),
    response: { 200: resultOf(BankCoverage) },
  },
  previewBankStatement: {
    method: 'POST',
    path: '/api/admin/bank-statements/preview',
    access: manage,
    summary:
      'Preview a statement without importing it. Multipart fields: `file`, `bankAccountId`, `mapping` as JSON, `account` for a file with several accounts, `noTexts` if its lines have no descriptions',
    response: { 200: CommandAnswer.extend({ result: StatementPreview }) },
  },
  importBankStatement: {
    method: 'POST',
    path: '/api/admin/bank-statements',
    access: manage,
    summary: 'Import a previewed statement; answers 202 if the import takes longer than 5 seconds',
    body: ImportStatement,
    response: {
      201: CommandAnswer.extend({ result: ImportedStatement }),
      202: CommandAnswer.extend({ result: ImportedStatement.pick({ statementId: true }) }),
    },
  },
  undoImport: {
    method: 'POST',
    path: '/api/admin/bank-statements/:statementId/take-back',
    access: manage,
    summary: 'Undo the import of a statement; answers 202 if the undo takes longer than 5 seconds',
    params: z.object({ statementId: pathIdentifier }),
    body: UndoImport,
    response: {
      200: CommandAnswer.extend({ result: UndoneImport }),
      202: CommandAnswer.extend({ result: UndoneImport.pick({ statementId: true }) }),
    },
  },
  listBankStatements: {
    method: 'GET',
    path: '/api/admin/bank-statements',
    access: read,
    summary: 'List imported statements',
    query: BankStatementQuery,
    response: { 200: pageOf(BankStatement) },
  },
  getBankStatement: {
    method: 'GET',
    path: '/api/admin/bank-statements/:statementId',
    access: read,
    summary: 'Get the progress of an import',
    params: z.object({ statementId: pathIdentifier }),
    response: { 200: resultOf(StatementProgress) },
  },
  listBankLines: {
    method: 'GET',
    path: '/api/admin/bank-lines',
    access: read,
    summary: 'List the lines of imported statements: one page as JSON, or all of them as CSV',
    query: BankLineQuery,
    response: { 200: pageOf(BankLineRow) },
    streams: ['text/csv'],
  },
  countBankLines: {
    method: 'GET',
    path: '/api/admin/bank-lines/counts',
    access: read,
    summary: 'Count the lines in each status, and the imported statements',
    response: { 200: resultOf(BankLineCounts) },
  },
})
