import { bankLineEvents } from '@strand/contracts/money/bank-line.events'
import { bankStatementEvents } from '@strand/contracts/money/events'
import { random, someOf } from '@strand/platform/testing/random'
import { describe, expect, test } from 'vitest'
import { openShop, type Shop } from '../testing/test-shop.ts'
import { deleteEndedFiles } from './import/previews.ts'
import { importFile, importPreview, partOf, previewOf } from './testing/import-statement.ts'
import { dialects } from './testing/statement-files.ts'
import { closingOf, makeStatement, withoutReferences } from './testing/statement-lines.ts'
import { csvDialects, writeXlsx } from './testing/write-tables.ts'

const made = makeStatement(40, random)
const file = csvDialects.commas(made)

/** The lines in the log, oldest first, with their sealed texts opened. */
const recordedLines = async ({ pool, personalData }: Shop) => {
  const { rows } = await pool.query(
    `select data, metadata, type, stream from event_log.event
     where type = 'BankLineRecorded' order by position`,
  )
  const data = rows.flatMap((row) => {
    const { event } = bankLineEvents.decode(row)
    return event.type === 'BankLineRecorded' ? [event.data] : []
  })
  const opened = await personalData.open(data.map(({ personal }) => personal))
  return data.map((line, at) => ({ ...line, opened: opened[at] }))
}
const statementsInLog = async ({ pool }: Shop) => {
  const { rows } = await pool.query(
    `select data, metadata, type from event_log.event where type = 'BankStatementImported'`,
  )
  return rows.map((row) => bankStatementEvents.decode(row).event.data)
}

test('a preview stores no lines, and its import records each with sealed texts', async () => {
  const shop = await openShop()
  const { status, result } = await previewOf(shop, file)
  expect(status).toBe(200)
  expect(result).toMatchObject({
    format: 'csv',
    rows: 40,
    new: 40,
    known: 0,
    probablySame: 0,
    refused: [],
    openingBalanceKobo: made.openingKobo,
    balanced: true,
    dateOrderUnclear: false,
    from: made.lines[0]?.bookedOn,
    to: made.lines.at(-1)?.bookedOn,
  })
  expect(result.lines).toHaveLength(40)
  expect(await recordedLines(shop)).toEqual([])

  const imported = await importPreview(shop, result.previewId)
  expect(imported.status).toBe(201)
  expect(imported.result).toMatchObject({ rows: 40, new: 40, known: 0, probablySame: 0 })
  const lines = await recordedLines(shop)
  const told = lines.map(({ bookedOn, amountKobo, opened }) => [bookedOn, amountKobo, opened])
  const expected = made.lines.map(({ bookedOn, amountKobo, narration, reference }) => [
    bookedOn,
    amountKobo,
    { payer: '', narration, reference },
  ])
  expect(new Set(told.map(String))).toEqual(new Set(expected.map(String)))
  expect(told).toEqual(expect.arrayContaining(expected))
  expect(new Set(lines.map(({ personal }) => personal.keyId)).size).toBe(40)
  expect(await statementsInLog(shop)).toMatchObject([{ rows: 40, new: 40, format: 'csv' }])
  // Nothing of the file is left.
  expect(shop.files.kept.size).toBe(0)
  expect((await importPreview(shop, result.previewId)).body).toEqual(imported.body)
  expect(await recordedLines(shop)).toHaveLength(40)
})

describe.each(someOf(Object.keys(dialects), 2))('%s', (name) => {
  const write = dialects[name] ?? (() => new Uint8Array())
  test('the same file brings nothing new a second time, and overlapping halves bring every line once', async () => {
    const shop = await openShop()
    await importFile(shop, write(partOf(made, 0, 25)))
    const second = await importFile(shop, write(partOf(made, 15, 40)))
    expect(second.preview).toMatchObject({ rows: 25, new: 15, known: 10, probablySame: 0 })
    expect(second.imported).toMatchObject({ rows: 25, new: 15, known: 10, probablySame: 0 })
    const again = await importFile(shop, write(made))
    expect(again.imported).toMatchObject({ rows: 40, new: 0, known: 40, probablySame: 0 })
    const lines = await recordedLines(shop)
    expect(new Set(lines.map(({ lineId }) => lineId)).size).toBe(40)
    const amounts = lines.map(({ amountKobo }) => amountKobo)
    expect(amounts.filter((amount) => amount === 8_550_000)).toHaveLength(2)
  })
})

const ofx2 = dialects.ofx2 ?? writeXlsx

test('lines in a second format are recognized by what both formats say about them', async () => {
  const shop = await openShop()
  await importFile(shop, file)
  const second = await importFile(shop, ofx2(made))
  expect(second.preview).toMatchObject({ new: 0, known: 40, probablySame: 0 })
  expect(second.imported).toMatchObject({ rows: 40, new: 0, known: 40, probablySame: 0 })
  const lines = await recordedLines(shop)
  expect(second.preview.lines.map(({ lineId }) => lineId)).toEqual(
    expect.arrayContaining(lines.map(({ lineId }) => lineId)),
  )
  for (const [name, write] of someOf(Object.entries(dialects), 4)) {
    const { result } = await previewOf(shop, write(made))
    expect([name, result.new, result.known, result.probablySame]).toEqual([name, 0, 40, 0])
  }
})

test('lines whose files share neither references nor balances are probably the same, one by one', async () => {
  const shop = await openShop()
  await importFile(shop, file)
  const second = await importFile(shop, ofx2(withoutReferences(made)))
  expect(second.preview).toMatchObject({ new: 0, known: 0, probablySame: 40 })
  expect(second.imported).toMatchObject({ rows: 40, new: 0, known: 0, probablySame: 40 })
  const lines = await recordedLines(shop)
  const pairs = lines.map(({ probablySameAs }) => probablySameAs).filter((one) => one !== null)
  const first = lines.filter(({ probablySameAs }) => probablySameAs === null)
  expect(new Set(pairs)).toEqual(new Set(first.map(({ lineId }) => lineId)))
})

test('for a file with several accounts, the desk asks which one is meant and reads it', async () => {
  const shop = await openShop()
  const own = dialects.ofx2?.(partOf(made, 0, 3)) ?? new Uint8Array()
  const other = dialects.ofx2?.({ ...partOf(made, 3, 8), accountNumber: '9990001112' })
  const body = (bytes: Uint8Array = Buffer.alloc(0)) =>
    /<STMTTRNRS>[\s\S]*<\/STMTTRNRS>/.exec(Buffer.from(bytes).toString())?.[0] ?? ''
  const both = Buffer.from(own)
    .toString()
    .replace('</BANKMSGSRSV1>', `${body(other)}$&`)
  const first = await previewOf(shop, Buffer.from(both))
  expect(first.result).toMatchObject({
    accounts: ['0123456789', '9990001112'],
    account: '0123456789',
    accountUnclear: true,
    rows: 3,
  })
  expect((await importPreview(shop, first.result.previewId)).status).toBe(409)
  const wrong = await previewOf(shop, Buffer.from(both), { account: '9990001112' })
  expect(wrong.status).toBe(409)
  expect(wrong.body.message).toContain('9990001112, not 0123456789')
  const said = await previewOf(shop, Buffer.from(both), { account: '0123456789' })
  expect(said.result).toMatchObject({ accountUnclear: false, rows: 3 })
  const imported = await importPreview(shop, said.result.previewId)
  expect(imported.result).toMatchObject({ rows: 3, new: 3 })
  // Neither account is the shop's.
  const strange = await previewOf(shop, Buffer.from(both.replaceAll('0123456789', '5550001112')))
  expect(strange.status).toBe(409)
  expect(strange.body.message).toMatch(
    /2 accounts in one file: 5550001112, 9990001112. None of them is 0123456789/,
  )
})

test('a file whose lines have no texts is imported only after a person confirms it', async () => {
  const shop = await openShop()
  const bare = Buffer.from('Date,Narration,Credit\n2026-07-13,,5.00\n2026-07-14,,6.00\n')
  const first = await previewOf(shop, bare)
  expect(first.result).toMatchObject({
    narrationUnclear: true,
    rows: 2,
    refused: [],
    sample: { headerRow: 0, rows: [{ row: 1, cells: ['Date', 'Narration', 'Credit'] }, {}, {}] },
  })
  expect((await importPreview(shop, first.result.previewId)).status).toBe(409)
  const said = await previewOf(shop, bare, { noTexts: true })
  expect(said.result).toMatchObject({ narrationUnclear: false })
  expect((await importPreview(shop, said.result.previewId)).status).toBe(201)
})

test('another account’s number or currency is a 409, and a file that is not a statement a 415 or 400', async () => {
  const shop = await openShop()
  const statusOf = async (bytes: Uint8Array) => (await previewOf(shop, bytes)).status
  expect(await statusOf(csvDialects.commas({ ...made, accountNumber: '9876543210' }))).toBe(409)
  expect(await statusOf(csvDialects.commas({ ...made, currency: 'USD' }))).toBe(409)
  expect(await statusOf(Buffer.from('%PDF-1.7'))).toBe(415)
  expect(await statusOf(Buffer.from('PK\u0003\u0004 and no more'))).toBe(400)
  expect(await statusOf(Buffer.alloc(0))).toBe(400)
  expect(await statusOf(Buffer.alloc(20 * 1024 * 1024 + 1, 'a'))).toBe(413)
  expect(shop.files.kept.size).toBe(0)
  expect((await shop.pool.query('select from bank_import')).rowCount).toBe(0)
})

test('nothing is imported while the file’s dates, balances or rows are in doubt', async () => {
  const shop = await openShop()
  const unclear = Buffer.from('Date,Narration,Amount\n03/04/2026,Ada,5.00\n05/04/2026,Obi,6.00\n')
  const preview = await previewOf(shop, unclear)
  expect(preview.result).toMatchObject({ dateOrderUnclear: true, rows: 2, balanced: null })
  const refusal = await importPreview(shop, preview.result.previewId)
  expect(refusal).toMatchObject({ status: 409 })
  const mapping = { ...preview.result.mapping, dateOrder: 'MDY', creditsOnly: true }
  const settled = await previewOf(shop, unclear, { mapping, fileFirst: false })
  expect(settled.result).toMatchObject({ dateOrderUnclear: false, from: '2026-03-04' })
  expect((await importPreview(shop, settled.result.previewId)).status).toBe(201)

  const text = csvDialects.commas(made).toString().split('\r\n')
  const missing = Buffer.from(text.toSpliced(15, 1).join('\r\n'))
  const unbalanced = await previewOf(shop, missing)
  const { result } = unbalanced
  expect(result).toMatchObject({ balanced: false, rows: 39 })
  expect(result.rows).toBe(result.new + result.known + result.probablySame + result.refused.length)
  expect((await importPreview(shop, result.previewId)).status).toBe(409)
})

test('a preview is unknown after an hour, and only the newest twenty are kept', async () => {
  const shop = await openShop()
  const small = csvDialects.commas(partOf(made, 0, 2))
  const first = await previewOf(shop, small)
  await shop.pool.query(
    `insert into bank_import (preview_id, statement_id, state, created_at)
     select gen_random_uuid(), gen_random_uuid(), 'previewed', $1 from generate_series(1, 19)`,
    [new Date(shop.clock.now.getTime() + 1_000)],
  )
  shop.clock.now = new Date(shop.clock.now.getTime() + 2_000)
  expect((await previewOf(shop, small)).status).toBe(200)
  // The first preview's file was deleted.
  expect(shop.files.kept.size).toBe(1)
  expect((await importPreview(shop, first.result.previewId)).status).toBe(404)
  expect((await importPreview(shop, 'no-such-preview')).status).toBe(404)
  const last = await previewOf(shop, small)
  shop.clock.now = new Date(shop.clock.now.getTime() + 61 * 60_000)
  expect((await importPreview(shop, last.result.previewId)).status).toBe(404)
})

test('an import whose file is gone fails with a message, and leaves no file behind', async () => {
  const shop = await openShop()
  const { result } = await previewOf(shop, file)
  await shop.pool.query(`update bank_import set key = 'gone' where preview_id = $1`, [
    result.previewId,
  ])
  const { status, body } = await importPreview(shop, result.previewId)
  expect([status, body.message]).toEqual([
    409,
    'The file of the statement is gone: please choose the file again',
  ])
  expect(await recordedLines(shop)).toEqual([])
  const names = await shop.pool.query('select file_name from bank_import')
  expect(names.rows).toEqual([{ file_name: '' }])
  await deleteEndedFiles(shop)
  const { rows } = await shop.pool.query('select state, key from bank_import')
  expect(rows).toEqual([{ state: 'failed', key: null }])
})

/** Makes Postgres refuse the first `count` inserts of known lines with this SQLSTATE. */
const refuseLines = ({ pool }: Shop, code: string, count: number) =>
  pool.query(
    `create sequence refusals;
     create function refuse() returns trigger language plpgsql as $$ begin
       if nextval('refusals') <= ${count} then raise exception using errcode = '${code}'; end if;
       return null;
     end $$;
     create trigger refuse before insert on bank_line execute function refuse()`,
  )

test('an import survives any number of outages of Postgres', async () => {
  const shop = await openShop()
  // admin_shutdown
  await refuseLines(shop, '57P01', 6)
  const { imported } = await importFile(shop, file)
  expect(imported.new).toBe(40)
  expect(await recordedLines(shop)).toHaveLength(40)
})

test('an import that keeps failing fails for good, and does not block the next one', async () => {
  const shop = await openShop()
  // data_exception
  await refuseLines(shop, '22000', 5)
  const { result } = await previewOf(shop, file)
  const { status, body } = await importPreview(shop, result.previewId)
  expect([status, body.message]).toEqual([
    409,
    'Something went wrong on our side: please choose the file again',
  ])
  await importFile(shop, file)
  expect(await recordedLines(shop)).toHaveLength(40)
})

test('two people who import one preview at once get one answer', async () => {
  const shop = await openShop()
  const { result } = await previewOf(shop, file)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => importPreview(shop, result.previewId)),
  )
  for (const { status, body } of answers) {
    expect(status).toBe(201)
    expect(body).toEqual(answers[0]?.body)
  }
  expect(await recordedLines(shop)).toHaveLength(40)
  expect(await statementsInLog(shop)).toHaveLength(1)
})

test('two months of one account in one file are imported as one, and then each month’s own file brings nothing new', async () => {
  const march = makeStatement(30, random)
  const april = {
    ...makeStatement(30, random, { first: '2026-04-01', firstReference: 1_000 }),
    openingKobo: closingOf(march),
  }
  for (const dialect of ['mt940', 'ofx1'] as const) {
    const shop = await openShop()
    const write = dialects[dialect]
    const months = [march, april].map((month) => Buffer.from(write?.(month) ?? []).toString())
    const both =
      dialect === 'mt940'
        ? months.join('')
        : months.join('').replace(/<\/STMTRS>[\s\S]*?(?=<STMTRS>)/, '</STMTRS>')
    const { preview, imported } = await importFile(shop, Buffer.from(both))
    expect(preview).toMatchObject({
      accounts: ['0123456789'],
      accountUnclear: false,
      balanced: true,
      openingBalanceKobo: march.openingKobo,
      closingBalanceKobo: closingOf(april),
      from: '2026-03-01',
    })
    expect(imported).toMatchObject({ new: 60, known: 0 })
    for (const month of months) {
      const alone = await previewOf(shop, Buffer.from(month))
      expect(alone.result).toMatchObject({ new: 0, known: 30, overlap: { missing: 0 } })
    }
  }
})

test('a line is recognized even if an earlier import did not keep its further references', async () => {
  const shop = await openShop()
  const swift = (reference: string) =>
    Buffer.from(
      `:20:A\n:25:0123456789\n:28C:1\n:60F:C261101NGN100,\n:61:2611121112C20,00NTRF${reference}//FT26310007\n:86:OKAFOR CHIOMA HAIR\n:62F:C261112NGN120,\n-`,
    )
  await importFile(shop, swift('NONREF'))
  expect(await recordedLines(shop)).toMatchObject([{ opened: { reference: 'FT26310007' } }])
  const again = await importFile(shop, swift('INV-2026-0007'))
  expect(again.imported).toMatchObject({ new: 0, known: 1, probablySame: 0 })

  const other = await openShop()
  await importFile(other, swift('INV-2026-0007'))
  expect(await recordedLines(other)).toMatchObject([
    { opened: { reference: 'FT26310007 · INV-2026-0007', narration: 'OKAFOR CHIOMA HAIR' } },
  ])
})

test('no two accounts share a number, not even with the one in the settings', async () => {
  const shop = await openShop()
  const account = {
    bankName: 'Second Example Bank',
    accountName: 'Strand Hair Ltd',
    accountNumber: '1112223334',
    currency: 'NGN',
  }
  const add = (body: object) =>
    shop.call('POST', '/api/admin/bank-accounts', body, { role: 'superadministrator' })
  const added = await add(account)
  expect(added).toMatchObject({ status: 201, body: { result: account } })
  expect((await add(account)).status).toBe(409)
  expect((await add({ ...account, accountNumber: '0123456789' })).status).toBe(409)
  expect((await add({ ...account, accountNumber: '12' })).status).toBe(400)
  const { bankAccountId } = added.body.result
  const other = csvDialects.commas({ ...made, accountNumber: '1112223334' })
  expect((await previewOf(shop, other, { bankAccountId })).status).toBe(200)
  expect((await previewOf(shop, other)).status).toBe(409)
  const unknown = { bankAccountId: '00000000-0000-4000-8000-000000000000' }
  expect((await previewOf(shop, other, unknown)).status).toBe(404)
  expect((await previewOf(shop, other, { bankAccountId: 'x' })).status).toBe(400)
  expect((await previewOf(shop, other, { role: 'auditor' })).status).toBe(403)
})
