import { statementForm } from '@strand/command-api/money/testing/import-statement'
import { dialects } from '@strand/command-api/money/testing/statement-files'
import {
  type MadeStatement,
  makeStatement,
  withoutReferences,
} from '@strand/command-api/money/testing/statement-lines'
import type { StatementPreview } from '@strand/contracts/money/bank-statement'
import { eventually } from '@strand/platform/testing/eventually'
import { random } from '@strand/platform/testing/random'
import type { Client } from './client.ts'

/** Sends a form with a bank file, by default for the account in the settings. */
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

const importLinesAs = async (
  shop: Pick<Client, 'call' | 'post'>,
  as: string,
  dialect: string,
  made: MadeStatement,
) => {
  const file = dialects[dialect]?.(made) ?? new Uint8Array()
  const preview = (await previewStatement(shop, as, file)).body.result as StatementPreview
  const { previewId } = preview
  await eventually(
    async () => (await shop.post('/api/admin/bank-statements', { previewId }, { as })).status,
    201,
  )
  return preview.lines
}

let bounces = 0

/**
 * Approves a pending order with a transfer of its total, which the bank takes back two days later.
 * Each transfer is on other days, so that nothing confuses them.
 */
export const approveAndBounce = async (
  shop: Pick<Client, 'call' | 'post' | 'get'>,
  as: string,
  { orderId, total, payer = 'OBI ADA' }: { orderId: string; total: number; payer?: string },
): Promise<{ lineId: string; debitLineId: string }> => {
  const reference = `B${String(++bounces).padStart(11, '0')}`
  const dayOf = (after: number) =>
    new Date(Date.UTC(2025, 5, 4 * bounces + after)).toISOString().slice(0, 10)
  const amountKobo = total * 100
  const importLine = async (day: string, kobo: number, narration: string) => {
    const line = { bookedOn: day, valueOn: day, amountKobo: kobo, narration, reference }
    const account = { accountNumber: '0123456789', currency: 'NGN', openingKobo: 0 }
    const [read] = await importLinesAs(shop, as, 'ofx2', { ...account, lines: [line] })
    return String(read?.lineId)
  }
  const narration = `NIP TRF FROM ${payer} TO STRAND HAIR LTD`
  const lineId = await importLine(dayOf(0), amountKobo, narration)
  const evidence = { lines: [{ lineId, amountKobo }] }
  const path = `/api/admin/approve-order/${orderId}`
  const { status, text } = await shop.call('PUT', path, { as, body: { evidence } })
  if (status !== 200) throw new Error(`${path} gave ${text}`)
  const debitLineId = await importLine(dayOf(2), -amountKobo, `RVSL ${narration}`)
  await eventually(
    async () => (await shop.get('/api/admin/orders/taken-back?results=100', { as })).text,
    (listed) => listed.includes(lineId),
  )
  return { lineId, debitLineId }
}

/** Imports a statement, even if lines of its days are known, and returns its id. */
export const importStatement = async (
  shop: Pick<Client, 'call' | 'post'>,
  as: string,
  ...form: Parameters<typeof statementForm>
): Promise<string> => {
  const { previewId } = (await previewStatement(shop, as, ...form)).body.result as StatementPreview
  const imported = await eventually(
    () => shop.post('/api/admin/bank-statements', { previewId, confirm: true }, { as }),
    ({ status }) => status === 201,
  )
  return String((imported.body.result as { statementId: string }).statementId)
}

/**
 * Imports a statement in two formats that share no references. Returns the ids of its credits and
 * debits, and of credits that are probably the same.
 */
export const importLines = async (shop: Pick<Client, 'call' | 'post'>, as: string) => {
  const made = makeStatement(40, random)
  const lines = await importLinesAs(shop, as, 'commas', made)
  const alike = await importLinesAs(shop, as, 'ofx2', withoutReferences(made))
  const isCredit = ({ amountKobo }: { amountKobo: number }) => amountKobo > 0
  return {
    credits: lines.filter(isCredit).map(({ lineId }) => lineId),
    debits: lines.filter((line) => !isCredit(line)).map(({ lineId }) => lineId),
    alike: alike
      .filter(isCredit)
      .map(({ lineId, probablySameAs }) => ({ lineId, into: probablySameAs })),
  }
}
