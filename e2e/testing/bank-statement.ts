import { statementForm } from '@strand/command-api/bank/testing/import-statement'
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
