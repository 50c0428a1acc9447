import { expect, test } from 'vitest'
import { openShop, type Shop } from '../../testing/test-shop.ts'
import { importPreview, previewOf } from '../testing/import-statement.ts'
import { rememberMapping } from './mappings.ts'

/** A bank with its own names for columns; `value` would be taken for the amount. */
const file = (lines: string[], preamble: string[] = []) =>
  Buffer.from([...preamble, 'Tag,Wer,Value,In,Out', ...lines].join('\n'))
const columns = {
  bookedOn: 0,
  valueOn: null,
  narration: [1],
  payer: null,
  reference: null,
  credit: 3,
  debit: 4,
  amount: null,
  balance: null,
  state: null,
  currency: null,
  direction: null,
}
const answers = { states: {}, directions: {}, creditsOnly: false }
const mapping = { headerRow: 0, columns, dateOrder: 'DMY', ...answers }
const march = ['25/03/2026,Ada Obi,x,500.00,', '26/03/2026,Obi Eze,x,,20.00']
const open = ['03/04/2026,Chidi,x,700.00,', '05/04/2026,Bisi,x,800.00,']

const importAs = async (shop: Shop, given: unknown) => {
  const preview = await previewOf(shop, file(march), { mapping: given })
  expect(preview.status).toBe(200)
  expect((await importPreview(shop, preview.result.previewId)).status).toBe(201)
}

test('the mapping of the last import of a header is the guess for the next file', async () => {
  const shop = await openShop()
  const first = await previewOf(shop, file(march))
  expect(first.result.refused).not.toEqual([])
  await previewOf(shop, file(march), { mapping })
  // The mapping of a preview that was not imported is not remembered.
  expect((await previewOf(shop, file(march))).result).toEqual({
    ...first.result,
    previewId: expect.any(String),
  })
  await importAs(shop, mapping)

  const next = await previewOf(shop, file(['27/03/2026,Tola,x,900.00,'], ['Statement', '', '']))
  expect(next.result).toMatchObject({ refused: [], new: 1, dateOrderUnclear: false })
  expect(next.result.mapping).toEqual({ ...mapping, headerRow: 3 })
  expect(next.result.lines).toMatchObject([{ narration: 'Tola', amountKobo: 90_000 }])

  const corrected = { ...mapping, columns: { ...columns, narration: [1, 2] } }
  await importAs(shop, corrected)
  const last = await previewOf(shop, file(march))
  expect(last.result).toMatchObject({ mapping: corrected, known: 2 })
})

test('a remembered order of dates is shown, and confirmed again if the file leaves it open', async () => {
  const shop = await openShop()
  await importAs(shop, mapping)
  const next = await previewOf(shop, file(open))
  expect(next.result).toMatchObject({ dateOrderUnclear: true, from: '2026-04-03' })
  expect((await importPreview(shop, next.result.previewId)).status).toBe(409)
  const american = await previewOf(shop, file(['03/25/2026,Ada,x,1.00,']))
  expect(american.result).toMatchObject({ dateOrderUnclear: false, from: '2026-03-25' })
  expect(american.result.mapping).toMatchObject({ dateOrder: 'MDY' })

  const months = { ...mapping, dateOrder: 'MDY' }
  const said = await previewOf(shop, file(open), { mapping: months })
  // The file covers days that are imported already, and lacks the known lines of those days.
  const sure = { confirm: true }
  expect((await importPreview(shop, said.result.previewId, sure)).status).toBe(201)
  const again = await previewOf(shop, file(open))
  expect(again.result).toMatchObject({ dateOrderUnclear: true, mapping: months, known: 2 })
})

test('an undone import leaves no mapping, unless another import has the same one', async () => {
  const shop = await openShop()
  const undo = (statementId: string) =>
    shop.call('POST', `/api/admin/bank-statements/${statementId}/take-back`, { reason: 'Wrong' })
  const imported = async (lines: string[]) => {
    const { result } = await previewOf(shop, file(lines), { mapping })
    return (await importPreview(shop, result.previewId, { confirm: true })).body.result.statementId
  }
  const isRemembered = async () => {
    const { result } = await previewOf(shop, file(['28/03/2026,Tola,x,900.00,']))
    return result.refused.length === 0
  }
  const [first, second] = [await imported(march), await imported(['27/03/2026,Tola,x,9.00,'])]
  expect(await isRemembered()).toBe(true)
  expect((await undo(second)).status).toBe(200)
  expect(await isRemembered()).toBe(true)
  expect((await undo(first)).status).toBe(200)
  expect(await isRemembered()).toBe(false)
})

test('the question whether unsigned amounts came in is asked once', async () => {
  const shop = await openShop()
  const table = (...rows: string[]) => Buffer.from(['Date,Details,Amount', ...rows].join('\n'))
  const bytes = table('2026-11-25,TRF TO Ada,5.00', '2026-11-25,Obi,6.00')
  const first = await previewOf(shop, bytes)
  expect(first.result).toMatchObject({ directionUnclear: true, refused: [] })
  const refusal = await importPreview(shop, first.result.previewId)
  expect(refusal).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/every row is money/) },
  })
  await previewOf(shop, bytes, { mapping: { ...first.result.mapping, creditsOnly: true } })
  expect((await previewOf(shop, bytes)).result).toMatchObject({ directionUnclear: true })
  const said = { ...first.result.mapping, creditsOnly: true }
  const { result } = await previewOf(shop, bytes, { mapping: said })
  expect((await importPreview(shop, result.previewId)).status).toBe(201)
  const next = await previewOf(shop, table('2026-11-26,TRF TO Tola,7.00'))
  expect(next.result).toMatchObject({ directionUnclear: false, new: 1, mapping: said })
})

test('a direction without a word is asked for in words', async () => {
  const shop = await openShop()
  const rows = ['Date,Details,Amount,D/C', '2026-11-25,Ada,5.00,D', '2026-11-25,Obi,6.00,']
  const { result } = await previewOf(shop, Buffer.from(rows.join('\n')))
  expect(result.unknownDirections).toEqual([{ word: '', rows: 1 }])
  expect((await importPreview(shop, result.previewId)).body).toMatchObject({
    message: 'First say what an empty cell means',
  })
})

test('the bank’s words for a transfer’s direction are asked for once', async () => {
  const shop = await openShop()
  const table = (...rows: string[]) => Buffer.from(['Date,Details,Amount,D/C', ...rows].join('\n'))
  const bytes = table('2026-11-25,Ada,5.00,D', '2026-11-25,Obi,6.00,D', '2026-11-25,Uche,7.00,K')
  const first = await previewOf(shop, bytes)
  expect(first.result).toMatchObject({ unknownDirections: [{ word: 'k', rows: 1 }], refused: [] })
  const refusal = await importPreview(shop, first.result.previewId)
  expect(refusal).toMatchObject({
    status: 409,
    body: { message: 'First say what “k” means' },
  })
  const said = { ...first.result.mapping, directions: { k: 'in' } }
  const { result } = await previewOf(shop, bytes, { mapping: said })
  expect((await importPreview(shop, result.previewId)).status).toBe(201)
  const next = await previewOf(shop, table('2026-11-26,Bisi,8.00,K', '2026-11-26,Ola,9.00,D'))
  expect(next.result).toMatchObject({
    unknownDirections: [],
    lines: [{ amountKobo: 800 }, { amountKobo: -900 }],
  })
})

test('each account has its own mappings, and a table without a header is not remembered', async () => {
  const shop = await openShop()
  const added = await shop.call(
    'POST',
    '/api/admin/bank-accounts',
    { bankName: 'B', accountName: 'S', accountNumber: '5556667778', currency: 'NGN' },
    { role: 'superadministrator' },
  )
  const { bankAccountId } = added.body.result
  await importAs(shop, mapping)
  const other = await previewOf(shop, file(march), { bankAccountId })
  expect(other.result.refused).not.toEqual([])

  const remembered = async () =>
    (await shop.pool.query('select fingerprint, mapping::text from bank_mapping')).rows
  const [row, ...others] = await remembered()
  expect(others).toEqual([])
  expect(row.fingerprint).toMatch(/^[\w-]{43}$/)
  // If the first line counted as a header, another file's rows above it would be hidden.
  for (const headerRow of [null, 1]) {
    const preview = await previewOf(shop, file(march), { mapping: { ...mapping, headerRow } })
    await importPreview(shop, preview.result.previewId)
  }
  expect(await remembered()).toEqual([row])
})

test('two hundred headers are remembered, and the one that was used last stays', async () => {
  const shop = await openShop()
  const bankAccountId = '00000000-0000-4000-8000-000000000001'
  const said = {
    headerRow: 0,
    columns,
    dateOrder: 'DMY' as const,
    states: {},
    directions: {},
    creditsOnly: false,
  }
  const at = (second: number) => ({ pool: shop.pool, now: () => new Date(second * 1_000) })
  const remember = (second: number, fingerprint: string) =>
    rememberMapping(at(second), { bankAccountId, fingerprint, mapping: said })
  for (let second = 0; second < 200; second++) await remember(second, `header ${second}`)
  await remember(200, 'header 0')
  await remember(201, 'header 200')
  const { rows } = await shop.pool.query('select fingerprint from bank_mapping')
  const kept = new Set(rows.map(({ fingerprint }) => fingerprint))
  expect(kept.size).toBe(200)
  expect(kept.has('header 0')).toBe(true)
  expect(kept.has('header 1')).toBe(false)
})
