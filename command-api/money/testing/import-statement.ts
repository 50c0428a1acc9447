import type { Role } from '@strand/contracts/accounts/permission'
import type { ImportedStatement, StatementPreview } from '@strand/contracts/money/bank-statement'
import { eventually } from '@strand/platform/testing/eventually'
import type { Shop } from '../../testing/test-shop.ts'
import { bankAccountIdOf } from '../accounts.ts'
import type { MadeStatement } from './statement-lines.ts'

/** The account in a test shop's settings. */
export const shopAccountId = bankAccountIdOf('0123456789')

/** Makes an upload form, in which the file is the first field or the last. */
export const statementForm = (
  file: Uint8Array,
  {
    bankAccountId = shopAccountId,
    mapping = undefined as unknown,
    account = '',
    noTexts = false,
    fileFirst = true,
  } = {},
): FormData => {
  const form = new FormData()
  const addFile = () => form.set('file', new Blob([new Uint8Array(file)]), 'statement')
  if (fileFirst) addFile()
  form.set('bankAccountId', bankAccountId)
  if (mapping !== undefined) form.set('mapping', JSON.stringify(mapping))
  if (account !== '') form.set('account', account)
  if (noTexts) form.set('noTexts', 'true')
  if (!fileFirst) addFile()
  return form
}

export const previewOf = async (
  { app }: Pick<Shop, 'app'>,
  file: Uint8Array,
  options: Parameters<typeof statementForm>[1] & { role?: Role } = {},
) => {
  const encoded = new Response(statementForm(file, options))
  const answer = await app.inject({
    method: 'POST',
    url: '/api/admin/bank-statements/preview',
    headers: {
      authorization: `Bearer ${options.role ?? 'administrator'}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  const body = answer.json()
  return { status: answer.statusCode, body, result: body.result as StatementPreview }
}

export const importPreview = async (
  { call }: Pick<Shop, 'call'>,
  previewId: string,
  answers: { confirm?: boolean } = {},
) => {
  // On a busy machine, the import can take longer than the command waits.
  const answer = await eventually(
    () => call('POST', '/api/admin/bank-statements', { previewId, ...answers }),
    ({ status }) => status !== 202,
  )
  return { ...answer, result: answer.body.result as ImportedStatement }
}

/** Previews and imports a file; throws unless both succeed. */
export const importFile = async (
  shop: Shop,
  file: Uint8Array,
  answers: { confirm?: boolean } = {},
) => {
  const preview = await previewOf(shop, file)
  if (preview.status !== 200) throw new Error(`preview: ${JSON.stringify(preview.body)}`)
  const imported = await importPreview(shop, preview.result.previewId, answers)
  if (imported.status !== 201) throw new Error(`import: ${JSON.stringify(imported.body)}`)
  return { preview: preview.result, imported: imported.result }
}

/** A part of a statement's lines, with the balance before them. */
export const partOf = (made: MadeStatement, from: number, to: number): MadeStatement => {
  const before = made.lines.slice(0, from).reduce((sum, line) => sum + line.amountKobo, 0)
  return { ...made, openingKobo: made.openingKobo + before, lines: made.lines.slice(from, to) }
}
