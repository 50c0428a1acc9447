import { random } from '@strand/platform/testing/random'
import { expect, test } from 'vitest'
import { openShop } from '../../testing/test-shop.ts'
import { importFile, importPreview, partOf, previewOf } from '../testing/import-statement.ts'
import { dialects } from '../testing/statement-files.ts'
import { type MadeStatement, makeStatement } from '../testing/statement-lines.ts'
import { csvDialects } from '../testing/write-tables.ts'

const made = makeStatement(60, random)
const dayNumber = (day = '') => Date.parse(day) / 86_400_000
const spanOf = ({ lines }: MadeStatement) =>
  dayNumber(lines.at(-1)?.bookedOn) - dayNumber(lines[0]?.bookedOn) + 1
const foreign: MadeStatement = {
  ...makeStatement(60, random, { firstReference: 5_000 }),
  openingKobo: 777_777,
}

test('a file of unknown days, or one with all known lines of its days, raises no question', async () => {
  const shop = await openShop()
  const first = await importFile(shop, csvDialects.commas(partOf(made, 0, 40)))
  expect(first.preview.overlap).toEqual({ days: 0, known: 0, missing: 0, contradicts: 0 })
  // Each file begins and ends in the middle of a day.
  for (const [from, to, known] of [
    [0, 40, 40],
    [21, 60, 19],
    [21, 39, 18],
  ] as const)
    for (const write of [csvDialects.commas, dialects.ofx2, dialects.mt940]) {
      const part = partOf(made, from, to)
      const { result } = await previewOf(shop, write?.(part) ?? new Uint8Array())
      const common = partOf(made, Math.max(from, 0), Math.min(to, 40))
      expect(result.overlap).toEqual({ days: spanOf(common), known, missing: 0, contradicts: 0 })
    }
  const rest = partOf(made, 40, 60)
  const { result } = await previewOf(shop, csvDialects.commas(rest))
  // The second file continues the day on which the first ended, as its opening balance shows.
  expect(result.overlap).toMatchObject({ known: 0, missing: 0, contradicts: 0 })
  expect((await importPreview(shop, result.previewId)).status).toBe(201)
})

test('another account’s file over the same days raises a question, and is imported after the answer', async () => {
  const shop = await openShop()
  await importFile(shop, csvDialects.commas(made))
  const { result } = await previewOf(shop, csvDialects.semicolons(foreign))
  expect(result).toMatchObject({ new: 60, known: 0, balanced: true })
  expect(result.overlap).toEqual({ days: 28, known: 0, missing: 60, contradicts: 28 })
  const asked = await importPreview(shop, result.previewId)
  expect(asked.status).toBe(409)
  expect(asked.body.message).toBe(
    '28 days of the file are imported already, and it lacks 60 lines that other files have for its days and contradicts the balances of 28 days. Is this another account’s statement? Please confirm that it is not',
  )
  expect((await importPreview(shop, result.previewId, { confirm: true })).status).toBe(201)
})

test('a file that lacks one known line within its days raises the question too, even without balances', async () => {
  const shop = await openShop()
  await importFile(shop, csvDialects.commas(made))
  const at = made.lines.findIndex(({ bookedOn }) => bookedOn > (made.lines[0]?.bookedOn ?? ''))
  const lacking = { ...made, lines: made.lines.toSpliced(at, 1) }
  const { result } = await previewOf(shop, dialects.ofx1?.(lacking) ?? new Uint8Array())
  expect(result.overlap).toMatchObject({ known: 59, missing: 1, contradicts: 0 })
  expect((await importPreview(shop, result.previewId)).status).toBe(409)
})

test('lines that are probably the same as known ones are not missing', async () => {
  const shop = await openShop()
  await importFile(shop, csvDialects.commas(made))
  const bare = made.lines.map((line) => ({ ...line, reference: '' }))
  const ofx = dialects.ofx2?.({ ...made, lines: bare }) ?? new Uint8Array()
  const { preview, imported } = await importFile(shop, ofx)
  expect(preview.overlap).toMatchObject({ known: 0, missing: 0 })
  expect(imported).toMatchObject({ probablySame: 60 })
  const again = await previewOf(shop, csvDialects.commas(made))
  expect(again.result.overlap).toEqual({ days: 28, known: 60, missing: 0, contradicts: 0 })
})
