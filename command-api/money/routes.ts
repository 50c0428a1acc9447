import { counted } from '@strand/contracts/counted'
import { bankEndpoints } from '@strand/contracts/money/bank.endpoints'
import { StatementMapping } from '@strand/contracts/money/statement'
import { conflict, invalidInput, Rejected } from '@strand/event-sourcing/errors'
import { staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FileAdmission } from '../shared/file-admission.ts'
import { fieldsOf, fileFormRoute, fileOfForm, registerFileForms } from '../shared/file-form.ts'
import { addBankAccount, bankAccountOf, ensureShopAccount, type ShopAccount } from './accounts.ts'
import { awaitImport, beginImport } from './import/begin-import.ts'
import { discardPreview, previewStatement, receiveStatement } from './import/preview.ts'
import type { ImportOptions } from './import/run-import.ts'
import { startImports } from './import/run-imports.ts'
import { askUndo, awaitUndo } from './undo-import/undo-import.ts'

type Options = ImportOptions & {
  admission: FileAdmission
  shopAccount: ShopAccount
  publicUrl: string
}

export const bankRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { eventStore, pool, admission, now } = options
  await registerFileForms(app)
  const imports = startImports(options)
  app.addHook('onClose', imports.stop)

  app.route({
    ...endpointRoute(bankEndpoints.addBankAccount),
    handler: async (request, reply) => {
      await ensureShopAccount(options)
      const origin = staffOrigin(request, now())
      const { account, position } = await addBankAccount(eventStore, request.body, origin)
      reply.code(201)
      return withPosition(reply, position).send(
        successBody(`The account ${account.accountNumber} has been added`, { result: account }),
      )
    },
  })

  app.route({
    ...fileFormRoute(options.publicUrl),
    ...endpointRoute(bankEndpoints.previewBankStatement, {
      limit: { name: 'bank statements', requests: 300, seconds: 3600 },
    }),
    handler: async (request, reply) => {
      const form = { admission, claimed: true, missing: 'Please choose a file' }
      const result = await fileOfForm(request, form, async (part, admitted) => {
        const received = await receiveStatement(options, part, admitted)
        try {
          const fields = await fieldsOf(request, part)
          await ensureShopAccount(options)
          const account = await bankAccountOf(eventStore, requiredAccount(fields))
          const mapping = mappingIn(fields)
          const asked = fields.account?.trim().slice(0, 100) || undefined
          const noTexts = fields.noTexts === 'true'
          return await previewStatement(options, received, {
            by: admitted.by,
            account,
            mapping,
            asked,
            noTexts,
          })
        } catch (error) {
          await discardPreview(options, received)
          throw error
        }
      })
      return reply.send(successBody('The file has been read', { result }))
    },
  })

  app.route({
    ...endpointRoute(bankEndpoints.importBankStatement),
    handler: async (request, reply) => {
      const { previewId } = request.body
      await beginImport(options, request.body, staffOrigin(request, now()))
      imports.wake()
      const found = await awaitImport(pool, previewId, request.claimant.signal)
      if (!found) throw new Rejected('not-found', 'There is no import of this preview')
      if (found.state === 'failed') throw conflict(`${found.problem}: please choose the file again`)
      const { statementId, counts, position } = found
      if (!counts)
        return reply
          .code(202)
          .send(successBody('The statement is being imported', { result: { statementId } }))
      const result = { statementId, rows: found.head.rows, notMoney: 0, ...counts }
      reply.code(201)
      return withPosition(reply, position === null ? null : BigInt(position)).send(
        successBody('The statement has been imported', { result }),
      )
    },
  })

  app.route({
    ...endpointRoute(bankEndpoints.undoImport),
    handler: async (request, reply) => {
      const { params, body } = request
      const origin = staffOrigin(request, now())
      const statementId = await askUndo(options, params.statementId, body.reason, origin)
      imports.wake()
      const row = await awaitUndo(pool, statementId, request.claimant.signal)
      if (row.problem !== '') throw conflict(row.problem)
      if (row.state !== 'done')
        return reply
          .code(202)
          .send(successBody('The import is being undone', { result: { statementId } }))
      const { withdrawn, kept, position } = row
      const message = `The import was undone: ${linesInWords({ withdrawn, kept })}`
      return withPosition(reply, position === null ? null : BigInt(position)).send(
        successBody(message, { result: { statementId, withdrawn, kept } }),
      )
    },
  })
}

const linesInWords = ({ withdrawn, kept }: { withdrawn: number; kept: number }) =>
  `${counted(withdrawn, 'line')} withdrawn${kept > 0 ? `, and ${counted(kept, 'line')} kept because other statements have them` : ''}`

const requiredAccount = ({ bankAccountId }: Record<string, string>): string => {
  if (bankAccountId && /^[\da-f-]{36}$/i.test(bankAccountId)) return bankAccountId
  throw invalidInput([{ path: 'bankAccountId', message: 'Please choose the bank account' }])
}

/** The mapping in the form; undefined if the form has none, so that the columns are guessed. */
const mappingIn = ({ mapping }: Record<string, string>): StatementMapping | undefined => {
  if (mapping === undefined || mapping === '') return undefined
  const parsed = StatementMapping.safeParse(jsonOf(mapping))
  if (parsed.success) return parsed.data
  const [first, ...others] = parsed.error.issues.map(({ path, message }) => ({
    path: ['mapping', ...path].join('.'),
    message,
  }))
  throw invalidInput([first ?? { path: 'mapping', message: 'is not a mapping' }, ...others])
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidInput([{ path: 'mapping', message: 'The mapping must be JSON' }])
  }
}
