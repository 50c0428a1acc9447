import { bankStatementEvents, bankStatementStream } from '@strand/contracts/money/events'
import { Rejected } from '@strand/event-sourcing/errors'
import { expect, test } from 'vitest'
import { openShop, type Shop } from '../../testing/test-shop.ts'
import { importFile, importPreview, previewOf, shopAccountId } from '../testing/import-statement.ts'

const day = '2026-11-25'
const file = (...rows: string[]) =>
  Buffer.from(['Date,Reference,Narration,Credit,Zustand der Buchung', ...rows].join('\n'))

const importedOf = async ({ eventStore }: Shop, statementId: string) => {
  const [stored] = await eventStore.readStream(bankStatementStream(statementId))
  return stored && bankStatementEvents.decode(stored).event.data
}

const recordedIn = async ({ pool }: Shop) =>
  (await pool.query(`select from event_log.event where type = 'BankLineRecorded'`)).rowCount

test('rows in another currency are not lines, and a file with only such rows is not imported', async () => {
  const shop = await openShop()
  const usd = Buffer.from(
    `Date,Narration,Currency,Amount\n${day},NIP/GTB/BELLO MUSA,USD,"174,500.00"`,
  )
  const { status, result } = await previewOf(shop, usd)
  expect([status, result]).toMatchObject([
    200,
    {
      rows: 1,
      new: 0,
      known: 0,
      probablySame: 0,
      refused: [],
      notMoney: [{ row: 2, message: 'In USD, not in naira' }],
      lines: [],
      from: null,
    },
  ])
  const refused = await importPreview(shop, result.previewId)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'The file has no money that arrived. Please choose a statement with booked transfers in naira',
  ])
  expect(await recordedIn(shop)).toBe(0)
})

test('more rows than a preview lists are all counted, also by what the import records', async () => {
  const shop = await openShop()
  const usd = Array.from({ length: 600 }, (_, at) => `${day},NIP/BELLO MUSA ${at},USD,5.00`)
  const text = ['Date,Narration,Currency,Amount', `${day},NIP/OBI ADA,NGN,5.00`, ...usd].join('\n')
  const preview = await previewOf(shop, Buffer.from(text))
  expect(preview.result).toMatchObject({ rows: 601, new: 1, known: 0, probablySame: 0 })
  const { notMoney } = preview.result
  expect([notMoney.length, notMoney.at(-1)]).toEqual([
    501,
    { row: 503, message: 'This row and 99 more are not money' },
  ])
  const { result } = await importPreview(shop, preview.result.previewId)
  expect(result).toMatchObject({ rows: 601, new: 1, known: 0, probablySame: 0, notMoney: 600 })
  expect(await importedOf(shop, result.statementId)).toMatchObject({ rows: 601, notMoney: 600 })
})

test('an unknown word is asked about once, and its meaning remembered with the header', async () => {
  const shop = await openShop()
  const rows = [
    `${day},'1,NIP/OBI ADA,5.00,Erledigt`,
    `${day},'2,NIP/OBI EZE,6.00,Offen`,
    `${day},'3,NIP/OBI UCHE,7.00,Storniert`,
  ]
  const first = await previewOf(shop, file(...rows))
  expect(first.result).toMatchObject({
    rows: 3,
    new: 0,
    notMoney: [{ row: 2 }, { row: 3 }, { row: 4 }],
    unknownStates: [
      { word: 'erledigt', rows: 1 },
      { word: 'offen', rows: 1 },
    ],
  })
  const early = await importPreview(shop, first.result.previewId)
  expect([early.status, early.body.message]).toEqual([
    409,
    'First say what “erledigt”, “offen” means',
  ])
  const mapping = { ...first.result.mapping, states: { erledigt: 'arrived', offen: 'not' } }
  const said = await previewOf(shop, file(...rows), { mapping })
  expect(said.result).toMatchObject({
    rows: 3,
    new: 1,
    unknownStates: [],
    notMoney: [{ row: 3 }, { row: 4 }],
    lines: [{ amountKobo: 500 }],
  })
  const { result, status } = await importPreview(shop, said.result.previewId)
  expect([status, result]).toMatchObject([201, { rows: 3, new: 1, known: 0, notMoney: 2 }])
  // The words are stored with the header, but not in the log.
  expect(await importedOf(shop, result.statementId)).toMatchObject({
    notMoney: 2,
    mapping: { columns: { state: 4 }, states: {} },
  })
  const next = await previewOf(shop, file(...rows, `${day},'4,NIP/OBI IFE,8.00,erledigt`))
  expect(next.result).toMatchObject({ rows: 4, new: 1, known: 1, unknownStates: [] })

  const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`w${at}`, 'not']))
  const tooMany = await previewOf(shop, file(...rows), { mapping: { ...mapping, states: many } })
  expect([tooMany.status, tooMany.body.details?.[0]?.path]).toEqual([400, 'mapping.states'])
})

test('a column that may hold states is asked about once, and the answer is remembered with the header', async () => {
  const shop = await openShop()
  const table = (...rows: string[]) =>
    Buffer.from(['Date,Reference,Narration,Credit,Ablauf', ...rows].join('\n'))
  const rows = [`${day},'1,NIP/OBI ADA,5.00,glatt`, `${day},'2,NIP/OBI EZE,6.00,krumm`]
  const first = await previewOf(shop, table(...rows))
  expect(first.result).toMatchObject({
    unknownStates: [],
    perhapsStates: [
      {
        column: 4,
        words: [
          { word: 'glatt', rows: 1 },
          { word: 'krumm', rows: 1 },
        ],
      },
    ],
  })
  const early = await importPreview(shop, first.result.previewId)
  expect([early.status, early.body.message]).toEqual([
    409,
    'First choose the column that shows whether the money arrived, or say that none does',
  ])
  const columns = first.result.mapping?.columns
  const withState = (state: number | null) => ({
    mapping: { ...first.result.mapping, columns: { ...columns, state } },
  })
  const meant = await previewOf(shop, table(...rows), withState(4))
  expect(meant.result).toMatchObject({
    new: 0,
    perhapsStates: [],
    unknownStates: [{ word: 'glatt' }, { word: 'krumm' }],
  })
  const none = await previewOf(shop, table(...rows), withState(null))
  expect(none.result).toMatchObject({ new: 2, perhapsStates: [], unknownStates: [] })
  expect((await importPreview(shop, none.result.previewId)).status).toBe(201)
  const next = await previewOf(shop, table(...rows, `${day},'3,NIP/OBI IFE,7.00,schief`))
  expect(next.result).toMatchObject({ new: 1, known: 2, perhapsStates: [] })
})

test('a file with all lines of a failed import completes that import', async () => {
  let fails = true
  const shop = await openShop((store) => ({
    ...store,
    append: async (stream, ...given) => {
      if (fails && stream.startsWith('bank-statement-')) throw new Rejected('invalid', 'Broken')
      return store.append(stream, ...given)
    },
  }))
  const rows = [`${day},'1,NIP/OBI ADA,5.00,Paid`, `${day},'2,NIP/OBI EZE,6.00,Paid`]
  const preview = await previewOf(shop, file(...rows))
  expect((await importPreview(shop, preview.result.previewId)).status).toBe(409)
  fails = false
  expect(await recordedIn(shop)).toBe(2)
  const { rows: failed } = await shop.pool.query<{ id: string }>(
    `select statement_id as id from bank_import where state = 'failed'`,
  )
  const part = await importFile(shop, file(rows[0] ?? ''))
  expect(await importedOf(shop, part.imported.statementId)).toMatchObject({ finishes: [] })
  const whole = await importFile(shop, file(...rows, `${day},'3,NIP/OBI IFE,7.00,Paid`))
  expect(whole.imported).toMatchObject({ new: 1, known: 2 })
  expect(await importedOf(shop, whole.imported.statementId)).toMatchObject({
    bankAccountId: shopAccountId,
    finishes: [failed[0]?.id],
  })
  await shop.project()
  const { rows: arrived } = await shop.pool.query<{ id: string }>(
    'select statement_id as id from read.bank_arrived',
  )
  expect(arrived).toContainEqual(failed[0])
})
