import { BankLinePersonal, bankLineEvents } from '@strand/contracts/money/bank-line.events'
import { random, seed } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import { expect, test } from 'vitest'
import { openShop, type Shop } from '../../testing/test-shop.ts'
import { importFile, partOf, previewOf } from '../testing/import-statement.ts'
import { dialects } from '../testing/statement-files.ts'
import type { MadeLine, MadeStatement } from '../testing/statement-lines.ts'

const [days, ordersADay] = [repetitions({ usual: 12, long: 30 }), 100]

const firstNames = 'CHIOMA AISHA TOLU GRACE NGOZI BUKOLA IFEOMA ZAINAB FUNKE BLESSING'.split(' ')
const lastNames = 'OKAFOR BELLO ADEYEMI EZE YUSUF OGUNLEYE NWOSU IBRAHIM BALOGUN OBI'.split(' ')
/** A shop has few different prices, so many customers pay the same amount on one day. */
const totals = [45_000, 61_500, 76_500, 85_500, 121_500, 152_500, 174_500, 210_000]

const below = (limit: number) => Math.floor(random() * limit)
/** Chooses the first items more often. */
const oneOf = <T>(from: T[]) => from[Math.floor(from.length * random() * random())] as T
const digits = (count: number) => Array.from({ length: count }, () => below(10)).join('')

/**
 * A month of a busy shop, or its last days, as its bank books it, oldest first. Each line has a
 * session id.
 */
const madeMonth = (): MadeStatement => {
  const lines: MadeLine[] = []
  for (let at = 0; at < days * ordersADay; at++) {
    const bookedOn = `2026-11-${String(31 - days + Math.floor(at / ordersADay)).padStart(2, '0')}`
    const session = `000013${bookedOn.slice(2).replaceAll('-', '')}${digits(18)}`
    lines.push({
      bookedOn,
      valueOn: bookedOn,
      amountKobo: oneOf(totals) * 100,
      narration: `NIBSS Instant Payment Inward ${session} hair FROM GTB - ${oneOf(lastNames)} ${oneOf(firstNames)}`,
      reference: session,
    })
  }
  return { accountNumber: '0123456789', currency: 'NGN', openingKobo: 319_730_000, lines }
}

const month = madeMonth()
const middle = days * ordersADay * 0.5
const overlap = (days * ordersADay) / 3
/** One file ends and the other begins in the middle of a day; they share a third of the days. */
const earlier = partOf(month, 0, middle + overlap / 2 + 50)
const later = partOf(month, middle - overlap / 2 + 50, days * ordersADay)

/** The references are the bank's own numbers, which some banks write only in their tables. */
const numbered = (made: MadeStatement): MadeStatement => ({
  ...made,
  lines: made.lines.map((line) => ({
    ...line,
    reference: `'${String(month.lines.findIndex(({ reference }) => reference === line.reference) + 1).padStart(6, '0')}`,
  })),
})
const cutAfter = (made: MadeStatement, length: number): MadeStatement => ({
  ...made,
  lines: made.lines.map((line) => ({ ...line, narration: line.narration.slice(0, length) })),
})
const without = (made: MadeStatement, what: (line: MadeLine) => Partial<MadeLine>) => ({
  ...made,
  lines: made.lines.map((line) => ({ ...line, ...what(line) })),
})
const write = (dialect: string, made: MadeStatement) =>
  dialects[dialect]?.(made) ?? new Uint8Array()

const sessionsInLog = async ({ pool, personalData }: Shop): Promise<string[]> => {
  const { rows } = await pool.query(
    `select data, metadata, type from event_log.event where type = 'BankLineRecorded'`,
  )
  const sealed = rows.flatMap((row) => {
    const { event } = bankLineEvents.decode(row)
    return event.type === 'BankLineRecorded' ? [event.data.personal] : []
  })
  const texts = (await personalData.open(sealed)).map((one) => BankLinePersonal.parse(one))
  return texts.map(({ reference, narration }) =>
    String(/\d{30}/.exec(`${reference} ${narration}`)?.[0]),
  )
}

test(`with 100 orders a day for ${days} days, in overlapping files of two formats, no line is held back or counted twice`, async () => {
  const shop = await openShop()
  await importFile(shop, write('commas', numbered(earlier)))
  const expected = {
    rows: later.lines.length,
    known: overlap,
    new: later.lines.length - overlap,
    probablySame: 0,
    refused: [],
  }
  const formats: Record<string, Uint8Array> = {
    'session ids as references, no balances, narrations cut short': write(
      'ofx2',
      cutAfter(later, 40),
    ),
    'session ids in the narrations alone': write(
      'mt940',
      without(later, () => ({ reference: '' })),
    ),
    'balances, no references, narrations cut short': write(
      'semicolons',
      cutAfter(
        without(later, () => ({ reference: '' })),
        28,
      ),
    ),
  }
  for (const [name, file] of Object.entries(formats))
    expect({ name, ...(await previewOf(shop, file)).result }).toMatchObject({ name, ...expected })

  const [file = new Uint8Array()] = Object.values(formats)
  expect((await importFile(shop, file)).imported).toMatchObject({ known: overlap })
  const inLog = await sessionsInLog(shop)
  expect(inLog.toSorted(), `TEST_SEED=${seed}`).toEqual(
    month.lines.map(({ reference }) => reference).toSorted(),
  )
})

test('if files share only texts, only lines with the same payer, amount and day are held back', async () => {
  const shop = await openShop()
  // The second file begins in the middle of the day with which the first ends, and shares no line
  // with it.
  const [first, second] = [partOf(month, 0, middle + 50), partOf(month, middle + 50, middle + 500)]
  const texts = (made: MadeStatement, end: string) =>
    without(made, ({ narration }) => ({
      reference: '',
      narration: narration.replace(/\d{30} /, '') + end,
    }))
  await importFile(shop, write('mt940', texts(first, '')))
  const { result } = await previewOf(shop, write('ofx1', texts(second, ' VIA MOBILE APP')))

  const onTheDay = ({ lines }: MadeStatement) =>
    lines
      .filter(({ bookedOn }) => bookedOn === second.lines[0]?.bookedOn)
      .map(({ amountKobo, narration }) => `${amountKobo} ${narration.split(' - ')[1]}`)
  let mayBeSame = 0
  const free = onTheDay(first)
  for (const line of onTheDay(second)) {
    const at = free.indexOf(line)
    if (at < 0) continue
    free.splice(at, 1)
    mayBeSame += 1
  }
  expect([onTheDay(first).length, onTheDay(second).length]).toEqual([50, 50])
  const counts = { known: 0, probablySame: mayBeSame, new: second.lines.length - mayBeSame }
  expect(result, `TEST_SEED=${seed}`).toMatchObject(counts)
})

const caseOf = (sequence: string, balance: string, remarks: string) =>
  Buffer.from(
    [
      'Trans. Date,Value. Date,Reference,Debits,Credits,Balance,Originating Branch,Remarks',
      `18-Nov-2026,18-Nov-2026,'${sequence},,"61,500.00","${balance}",412,NIBSS Instant Payment Inward ${remarks}`,
      '',
    ].join('\n'),
  )

test('two customers’ payments of the same amount on the same day are two lines, even if their texts begin alike', async () => {
  const shop = await openShop()
  await importFile(
    shop,
    caseOf('000051', '4,118,300.00', '000013261118094412200714553620 wig FROM UBA - ADEYEMI FUNKE'),
  )
  const { imported } = await importFile(
    shop,
    caseOf('000203', '9,906,200.00', '000013261118170955310082214477 wig FROM UBA - BALOGUN GRACE'),
    // Two pages of the same day: each seems to lack the other's line.
    { confirm: true },
  )
  expect(imported).toMatchObject({ new: 1, known: 0, probablySame: 0 })
})
