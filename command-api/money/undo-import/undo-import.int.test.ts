import { randomUUID } from 'node:crypto'
import { bankLineStream } from '@strand/contracts/money/bank-line.events'
import { bankStatementEvents, bankStatementStream } from '@strand/contracts/money/events'
import { random } from '@strand/platform/testing/random'
import { expect, test } from 'vitest'
import { openShop, placed, type Shop, userIds } from '../../testing/test-shop.ts'
import { eraseLineText } from '../line/erase-text.ts'
import { readBankLine } from '../line/handler.ts'
import { eraseOldStatementTexts } from '../old-texts.ts'
import { importFile, partOf, previewOf } from '../testing/import-statement.ts'
import { someOrigin } from '../testing/record-line.ts'
import { dialects } from '../testing/statement-files.ts'
import { makeStatement, withoutReferences } from '../testing/statement-lines.ts'
import { csvDialects } from '../testing/write-tables.ts'

const made = makeStatement(40, random)
const reason = 'It is another account’s, says Ngozi'

const undoImport = (
  { call }: Shop,
  statementId: string,
  {
    role = 'administrator' as const,
    key = randomUUID() as string,
    body = { reason } as object,
  } = {},
) =>
  call('POST', `/api/admin/bank-statements/${statementId}/take-back`, body, {
    role,
    headers: { 'idempotency-key': key },
  })

const importOf = async (shop: Shop, file: Uint8Array | undefined) =>
  (await importFile(shop, file ?? new Uint8Array(), { confirm: true })).imported

const lineIdsIn = async ({ pool }: Shop): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>(
    `select distinct data ->> 'lineId' as id from event_log.event
     where type = 'BankLineRecorded' order by 1`,
  )
  return rows.map(({ id }) => id)
}
/** The lines that count, by their streams. */
const standing = async (shop: Shop): Promise<string[]> => {
  const ids = await lineIdsIn(shop)
  const lines = await Promise.all(ids.map((lineId) => readBankLine(shop.eventStore, lineId)))
  return ids.filter((_, at) => !lines[at]?.withdrawn)
}
const typesOf = async ({ eventStore }: Shop, lineId: string) =>
  (await eventStore.readStream(bankLineStream(lineId))).map(({ type }) => type)
const undoneEvent = async ({ eventStore }: Shop, statementId: string) => {
  const recorded = await eventStore.readStream(bankStatementStream(statementId))
  return recorded.map((one) => bankStatementEvents.decode(one)).at(-1)
}

test('undoing an import withdraws the lines of no other statement, and the next import restores them', async () => {
  const shop = await openShop()
  const { statementId } = await importOf(shop, csvDialects.tabs(made))
  const all = await standing(shop)
  expect(all).toHaveLength(40)
  const answer = await undoImport(shop, statementId)
  expect(answer).toMatchObject({
    status: 200,
    body: {
      message: 'The import was undone: 40 lines withdrawn',
      result: { statementId, withdrawn: 40, kept: 0 },
    },
  })
  expect(await standing(shop)).toEqual([])
  const { event, metadata } = (await undoneEvent(shop, statementId)) ?? {}
  expect(event?.data).toMatchObject({ statementId, withdrawn: 40, kept: 0 })
  expect(metadata?.actor).toEqual({ kind: 'staff', id: userIds.administrator })
  expect(answer.headers['x-position']).toBe(
    String((await shop.eventStore.readStream(bankStatementStream(statementId))).at(-1)?.position),
  )
  const [opened] = await shop.personalData.open(
    event?.type === 'BankStatementTakenBack' ? [event.data.reason] : [],
  )
  expect(opened).toEqual({ text: reason })
  expect(JSON.stringify(event)).not.toContain('Ngozi')

  const { result } = await previewOf(shop, csvDialects.tabs(made))
  expect(result).toMatchObject({ new: 40, known: 0, overlap: { days: 0, missing: 0 } })
  const again = await importOf(shop, csvDialects.tabs(made))
  expect(again).toMatchObject({ new: 40, known: 0, probablySame: 0 })
  expect(await standing(shop)).toEqual(all)
  const [lineId = ''] = all
  expect(await typesOf(shop, lineId)).toEqual([
    'BankLineRecorded',
    'BankLineWithdrawn',
    'BankLineRecorded',
  ])
  const line = await readBankLine(shop.eventStore, lineId)
  expect(line.recorded.statementId).toBe(again.statementId)
  expect((await shop.personalData.open([line.recorded.personal]))[0]).toMatchObject({
    payer: '',
    narration: expect.any(String),
  })
  expect((await undoImport(shop, again.statementId)).body.result).toMatchObject({ withdrawn: 40 })
  expect(await standing(shop)).toEqual([])
})

test('a line stays as long as one statement with it stays, in whatever format', async () => {
  const shop = await openShop()
  const first = await importOf(shop, csvDialects.tabs(partOf(made, 0, 25)))
  const second = await importOf(shop, csvDialects.tabs(partOf(made, 15, 40)))
  const third = await importOf(shop, dialects.ofx2?.(partOf(made, 20, 30)))
  expect(third).toMatchObject({ known: 10 })
  const taken = await undoImport(shop, first.statementId)
  expect(taken.body).toMatchObject({
    message:
      'The import was undone: 15 lines withdrawn, and 10 lines kept because other statements have them',
    result: { withdrawn: 15, kept: 10 },
  })
  expect(await standing(shop)).toHaveLength(25)
  expect((await undoImport(shop, second.statementId)).body.result).toMatchObject({
    withdrawn: 15,
    kept: 10,
  })
  expect(await standing(shop)).toHaveLength(10)
  expect((await undoImport(shop, third.statementId)).body.result).toMatchObject({
    withdrawn: 10,
    kept: 0,
  })
  expect(await standing(shop)).toEqual([])
})

test('lines that pay for orders are named, and nothing is undone until they are free', async () => {
  const shop = await openShop()
  const { statementId } = await importOf(shop, csvDialects.tabs(made))
  const credits = (await standing(shop)).slice(0, 0)
  for (const lineId of await standing(shop)) {
    const { recorded } = await readBankLine(shop.eventStore, lineId)
    if (recorded.amountKobo > 100 && credits.length < 2) credits.push(lineId)
  }
  const orders = [await placed(shop), await placed(shop)].sort()
  for (const [at, lineId] of credits.entries())
    await shop.call('POST', `/api/admin/bank-lines/${lineId}/match`, {
      allocations: [{ orderId: orders[at], amountKobo: 100 }],
    })
  const refused = await undoImport(shop, statementId)
  expect(refused.status).toBe(409)
  expect(refused.body.message).toBe(
    `Lines of this statement pay for orders. Please free their money first: Orders ${orders.join(', ')}`,
  )
  expect(await standing(shop)).toHaveLength(40)
  for (const lineId of credits)
    await shop.call('POST', `/api/admin/bank-lines/${lineId}/unmatch`, { reason: 'x' })
  expect((await undoImport(shop, statementId)).status).toBe(200)
  expect(await standing(shop)).toEqual([])
  const [lineId = ''] = credits
  const say = (name: string, body: object) =>
    shop.call('POST', `/api/admin/bank-lines/${lineId}/${name}`, body)
  const match = { allocations: [{ orderId: orders[0], amountKobo: 100 }] }
  expect((await say('match', match)).status).toBe(409)
  expect((await say('set-aside', { kind: 'own' })).status).toBe(409)
})

test('undoing an import keeps lines that another was merged into, and lines that might repeat withdrawn ones', async () => {
  const shop = await openShop()
  const first = await importOf(shop, csvDialects.tabs(partOf(made, 0, 10)))
  const ofx = dialects.ofx2?.(withoutReferences(partOf(made, 0, 10)))
  const second = await importOf(shop, ofx)
  expect(second).toMatchObject({ probablySame: 10 })
  const ids = await standing(shop)
  const lines = await Promise.all(ids.map((lineId) => readBankLine(shop.eventStore, lineId)))
  const [merged, kept] = lines.filter(({ probablySameAs }) => probablySameAs !== null)
  const into = merged?.probablySameAs ?? ''
  const merge = `/api/admin/bank-lines/${merged?.recorded.lineId}/merge`
  expect((await shop.call('POST', merge, { into })).status).toBe(200)
  expect((await undoImport(shop, first.statementId)).body.result).toMatchObject({
    withdrawn: 9,
    kept: 1,
  })
  const left = await readBankLine(shop.eventStore, kept?.recorded.lineId ?? '')
  expect(left).toMatchObject({ probablySameAs: null, withdrawn: false })
  expect(await readBankLine(shop.eventStore, into)).toMatchObject({ withdrawn: false })
  // The line `into` is withdrawn with the last statement that has it.
  expect((await undoImport(shop, second.statementId)).body.result).toMatchObject({
    withdrawn: 11,
    kept: 0,
  })
  expect(await standing(shop)).toEqual([])
  expect(await importOf(shop, ofx)).toMatchObject({ new: 10, probablySame: 0 })
})

test('a repeated command gets its first answer, and a different one after it is refused', async () => {
  const shop = await openShop()
  const { statementId } = await importOf(shop, csvDialects.tabs(partOf(made, 0, 5)))
  const key = randomUUID()
  const first = await undoImport(shop, statementId, { key })
  const again = await undoImport(shop, statementId, { key })
  expect(again.body).toEqual(first.body)
  expect((await undoImport(shop, statementId)).status).toBe(409)
  expect((await undoImport(shop, statementId, { body: {} })).status).toBe(400)
  expect((await undoImport(shop, statementId, { body: { reason: ' ' } })).status).toBe(400)
  expect((await undoImport(shop, randomUUID())).status).toBe(404)
  expect((await undoImport(shop, 'no-statement')).status).toBe(404)
  const byAuditor = await shop.call(
    'POST',
    `/api/admin/bank-statements/${statementId}/take-back`,
    { reason },
    { role: 'auditor' },
  )
  expect(byAuditor.status).toBe(403)
})

test('several people who undo one import at once withdraw each line once', async () => {
  const shop = await openShop()
  const { statementId } = await importOf(shop, csvDialects.tabs(made))
  const answers = await Promise.all(Array.from({ length: 5 }, () => undoImport(shop, statementId)))
  expect(
    answers.map(({ status }) => status).filter((status) => status === 200).length,
  ).toBeGreaterThan(0)
  for (const { status } of answers) expect([200, 409]).toContain(status)
  const { rows } = await shop.pool.query(
    `select from event_log.event where type = 'BankLineWithdrawn'`,
  )
  expect(rows).toHaveLength(40)
})

const textsOf = async ({ eventStore, personalData }: Shop, statementId: string) => {
  const recorded = await eventStore.readStream(bankStatementStream(statementId))
  const sealed = recorded.flatMap((one) => {
    const { event } = bankStatementEvents.decode(one)
    if (event.type === 'BankStatementImported') return event.data.personal ?? []
    return event.type === 'BankStatementTakenBack' ? event.data.reason : []
  })
  return { keys: new Set(sealed.map(({ keyId }) => keyId)), texts: await personalData.open(sealed) }
}

test('the file’s name and the reason are sealed under one key, which is destroyed in due course', async () => {
  const shop = await openShop()
  const { statementId } = await importOf(shop, csvDialects.tabs(partOf(made, 0, 5)))
  const { rows } = await shop.pool.query('select file_name from bank_import')
  expect(rows).toEqual([{ file_name: '' }])
  await undoImport(shop, statementId)
  const { keys, texts } = await textsOf(shop, statementId)
  expect(keys.size).toBe(1)
  expect(texts).toEqual([{ fileName: 'statement' }, { text: reason }])
  await shop.project()

  const lastDay = Date.parse(partOf(made, 0, 5).lines.at(-1)?.bookedOn ?? '')
  const erase = (days: number) =>
    eraseOldStatementTexts({
      ...shop,
      bankLineDays: 400,
      now: () => new Date(lastDay + days * 86_400_000),
    })
  expect(await erase(400)).toBe(0)
  expect((await textsOf(shop, statementId)).texts).toEqual(texts)
  expect(await erase(402)).toBe(1)
  expect((await textsOf(shop, statementId)).texts).toEqual([null, null])
  await shop.project()
  expect(await erase(402)).toBe(0)
  const shown = await shop.pool.query(
    'select file_name, taken_back_reason, has_text from read.bank_statement',
  )
  expect(shown.rows).toEqual([
    { file_name: 'erased', taken_back_reason: 'erased', has_text: false },
  ])
})

test('erased texts get a key again when another statement contains the line', async () => {
  const shop = await openShop()
  const file = csvDialects.tabs(partOf(made, 0, 3))
  const { statementId } = await importOf(shop, file)
  const [lineId = ''] = await standing(shop)
  const before = (await readBankLine(shop.eventStore, lineId)).recorded.personal.keyId
  const erase = async () => {
    const erasure = { lineId, cause: 'expired', orderId: null } as const
    const { events } = await eraseLineText(
      { ...shop, now: () => new Date() },
      erasure,
      someOrigin(),
    )
    return events.length
  }
  expect(await erase()).toBe(1)
  await undoImport(shop, statementId)
  await importOf(shop, file)
  const { recorded, erased } = await readBankLine(shop.eventStore, lineId)
  expect([recorded.personal.keyId === before, erased]).toEqual([false, false])
  expect(await shop.personalData.open([recorded.personal])).toEqual([expect.anything()])
  // The shop erases the texts again once they are old enough.
  const noted = await shop.pool.query('select from bank_line_erasure where line_id = $1', [lineId])
  expect(noted.rowCount).toBe(0)
  expect(await erase()).toBe(1)
  expect(await shop.personalData.open([recorded.personal])).toEqual([null])
})
