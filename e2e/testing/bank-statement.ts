import { statementForm } from '@strand/command-api/bank/testing/import-statement'
import { dialects } from '@strand/command-api/bank/testing/statement-files'
import { makeStatement, withoutReferences } from '@strand/command-api/bank/testing/statement-lines'
import type { StatementPreview } from '@strand/contracts/money/bank-statement'
import { eventually } from '@strand/platform/testing/eventually'
import { random } from '@strand/platform/testing/random'
import type { Client } from './client.ts'

/** Sends a form with a file of the bank, for the account of the settings unless it names another. */
export const previewStatement = async (
  shop: Pick<Client, 'call'>,
  as: string,
  ...form: Parameters<typeof statementForm>
) => {
  const encoded = new Response(statementForm(...form))
  const content = Buffer.from(await encoded.arrayBuffer())
  const type = encoded.headers.get('content-type') ?? ''
  return shop.call('POST', '/api/admin/bank-statements/preview', { as, raw: { type, content } })
}

/**
 * Imports a statement in two formats that share no reference: the ids of its credits, and of lines
 * that are probably the same.
 */
export const importLines = async (shop: Pick<Client, 'call' | 'post'>, as: string) => {
  const made = makeStatement(40, random)
  const importAs = async (dialect: string, statement = made) => {
    const file = dialects[dialect]?.(statement) ?? new Uint8Array()
    const preview = (await previewStatement(shop, as, file)).body.result as StatementPreview
    const { previewId } = preview
    await eventually(
      async () => (await shop.post('/api/admin/bank-statements', { previewId }, { as })).status,
      201,
    )
    return preview.lines.filter(({ amountKobo }) => amountKobo > 0)
  }
  const credits = await importAs('commas')
  const alike = await importAs('ofx2', withoutReferences(made))
  return {
    credits: credits.map(({ lineId }) => lineId),
    alike: alike.map(({ lineId, probablySameAs }) => ({ lineId, into: probablySameAs })),
  }
}
