import { bankEndpoints } from '@strand/contracts/money/bank.endpoints'
import type { BankAccount } from '@strand/contracts/money/bank-account'
import type { BankStatement } from '@strand/contracts/money/bank-statement'
import { owedEndpoints } from '@strand/contracts/order/owed'
import { takenBackEndpoints } from '@strand/contracts/order/taken-back'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Progress } from '@strand/event-sourcing/processors/progress'
import type { Now } from '@strand/platform/clock'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { openExport } from '../export-rows.ts'
import { wantsCsv } from '../export-stream.ts'
import { orderByClause, pageAnswer, readPage } from '../page.ts'
import { staffName } from '../staff-name.ts'
import { bankLineExport, bankLinePage } from './bank-lines.ts'
import { bankLineCountsReader } from './counts.ts'
import { coverageOf } from './coverage.ts'
import { owedPage, withStillOwed } from './owed.ts'
import { withBestOrders } from './payment/best-orders.ts'
import type { OpenMoney } from './payment/open-money.ts'
import { progressOf } from './progress.ts'
import { takenBackPage } from './taken-back.ts'

const readModels = ['bank']

export const bankRoutes: FastifyPluginAsyncZod<{
  pool: Pool
  progress: Pick<Progress, 'servedVersion'>
  readMoney: () => Promise<OpenMoney>
  now: Now
}> = async (app, { pool, progress, readMoney, now }) => {
  const readCounts = bankLineCountsReader({ pool, progress })
  app.route({
    ...endpointRoute(bankEndpoints.listBankAccounts, { readModels }),
    handler: async ({ query }) => {
      const sortFields = {
        bankName: 'lower("bankName")',
        accountNumber: '"accountNumber"',
        addedAt: 'added_at',
      }
      const order = orderByClause(
        query,
        sortFields,
        { field: 'addedAt', order: 'asc' },
        '"bankAccountId"',
      )
      const matching = `select bank_account_id as "bankAccountId", bank_name as "bankName",
        account_name as "accountName", account_number as "accountNumber", currency, added_at
        from read.bank_account`
      const list = { matching, values: [], order, query }
      const { rows, total } = await readPage<BankAccount>(pool, list)
      return pageAnswer(rows, total, query)
    },
  })

  app.route({
    ...endpointRoute(bankEndpoints.getBankCoverage, { readModels }),
    handler: async ({ params }) => ({
      result: await coverageOf(pool, params.bankAccountId),
    }),
  })

  app.route({
    ...endpointRoute(bankEndpoints.listBankStatements, { readModels: [...readModels, 'staff'] }),
    handler: async ({ query }) => {
      const order = orderByClause(
        query,
        { importedAt: '"importedAt"', from: '"from"', to: '"to"', rows: 'rows' },
        { field: 'importedAt', order: 'desc' },
        '"statementId"',
      )
      const matching = `select statement_id as "statementId", bank_account_id as "bankAccountId",
        format, first_day::text as "from", last_day::text as "to", rows, new, known,
        probably_same as "probablySame", not_money as "notMoney", opening_kobo as "openingBalanceKobo",
        closing_kobo as "closingBalanceKobo", imported_at as "importedAt",
        coalesce(${staffName('staff')}, '') as "importedBy", file_name as "fileName",
        taken_back_at as "takenBackAt", coalesce(${staffName('taker')}, '') as "takenBackBy",
        coalesce(taken_back_reason, '') as "takenBackReason", withdrawn, kept
        from read.bank_statement
        left join read.staff on staff.user_id::text = imported_by
        left join read.staff taker on taker.user_id::text = taken_back_by
        where $1 = '' or bank_account_id::text = lower($1)`
      const list = { matching, values: [query.bankAccountId], order, query }
      const { rows, total } = await readPage<StatementRow>(pool, list)
      const data = rows.map(shownStatement)
      return pageAnswer(data, total, query)
    },
  })

  app.route({
    ...endpointRoute(bankEndpoints.getBankStatement, { readModels: [...readModels, 'order'] }),
    handler: async ({ params }) => {
      const result = await progressOf(pool, params.statementId)
      if (!result) throw new Rejected('not-found', 'There is no statement with this id')
      return { result }
    },
  })

  app.route({
    ...endpointRoute(bankEndpoints.countBankLines, { readModels: [...readModels, 'order'] }),
    handler: async () => ({ result: await readCounts() }),
  })

  app.route({
    ...endpointRoute(takenBackEndpoints.listTakenBack, { readModels: [...readModels, 'order'] }),
    handler: async ({ query }) => {
      const { rows, total } = await takenBackPage(pool, query)
      return pageAnswer(rows, total, query)
    },
  })

  app.route({
    ...endpointRoute(owedEndpoints.listOwed, { readModels: [...readModels, 'order'] }),
    handler: async ({ query }) => {
      const { rows, total } = await owedPage(pool, query)
      return pageAnswer(rows, total, query)
    },
  })

  app.route({
    ...endpointRoute(bankEndpoints.listBankLines, { readModels: [...readModels, 'order'] }),
    handlerTimeout: 3_600_000,
    handler: async (request, reply) => {
      const { query } = request
      reply.header('Vary', 'Accept')
      if (wantsCsv(request)) {
        const exported = { ...bankLineExport(query), name: 'bank-lines' }
        const { headers, stream } = await openExport({ pool, now }, request, true, exported)
        return reply.headers(headers).send(stream)
      }
      const { rows, total } = await bankLinePage(pool, query)
      const lines = await withStillOwed(pool, rows)
      return pageAnswer(await withBestOrders(pool, readMoney, lines), total, query)
    },
  })
}

type StatementRow = Omit<BankStatement, 'importedAt' | 'takenBack'> & {
  importedAt: Date
  takenBackAt: Date | null
  takenBackBy: string
  takenBackReason: string
  withdrawn: number
  kept: number
}

const shownStatement = (row: StatementRow): BankStatement => {
  const { takenBackAt, takenBackBy: by, takenBackReason: reason, withdrawn, kept, ...shown } = row
  return {
    ...shown,
    importedAt: row.importedAt.toISOString(),
    takenBack: takenBackAt && { at: takenBackAt.toISOString(), by, reason, withdrawn, kept },
  }
}
