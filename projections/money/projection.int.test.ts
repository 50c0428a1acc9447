import { randomUUID } from 'node:crypto'
import type { BankLineEvent } from '@strand/contracts/money/bank-line.events'
import type { BankStatementEvent } from '@strand/contracts/money/events'
import { seed } from '@strand/platform/testing/random'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bankLineOf, bankTest, statementOf, theStatement } from '../testing/money.ts'
import { allRows } from '../testing/order.ts'
import { projectionTables } from '../testing/projection.ts'

const [one, two] = ['7K3Q-ZM9X-WD4T', 'AAAA-BBBB-CCCC']
const part = (orderId: string, amountKobo: number) => ({ orderId, amountKobo })

test('a line is matched once all of it pays for orders, and unmatched while only a part does', async () => {
  const { apply, line, tables } = await bankTest()
  const { lineId, recorded, matched, unmatched } = await line()
  const shown = async () => {
    const [row] = await tables.rows('select status, allocated_kobo from bank_line')
    const parts = await tables.rows(
      'select order_id, amount_kobo, approving from bank_allocation order by 1',
    )
    return [row.status, row.allocated_kobo, parts]
  }
  await apply(recorded, matched([part(one, 8_000_000)], 'command-1'))
  const first = { order_id: one, amount_kobo: 8_000_000, approving: 'command-1' }
  expect(await shown()).toEqual(['unmatched', 8_000_000, [first]])
  await apply(matched([part(two, 550_000)]))
  const second = { order_id: two, amount_kobo: 550_000, approving: null }
  expect(await shown()).toEqual(['matched', 8_550_000, [first, second]])
  await apply(unmatched([one], 'Another customer'))
  expect(await shown()).toEqual(['unmatched', 550_000, [second]])
  // Unmatches and matches the same order in one batch.
  await apply(unmatched([two]), matched([part(two, 8_550_000)]))
  const again = { order_id: two, amount_kobo: 8_550_000, approving: null }
  expect(await shown()).toEqual(['matched', 8_550_000, [again]])
  expect(await tables.rows('select * from bank_line_order order by 1')).toEqual([
    { order_id: one, line_id: lineId },
    { order_id: two, line_id: lineId },
  ])
  const days = await tables.rows('select * from bank_day where lines <> 0')
  expect(days).toMatchObject([
    { status: 'matched', lines: 1, amount_kobo: 8_550_000, allocated_kobo: 8_550_000 },
  ])
})

test('parts of a line that are owed count as used, and so do parts of a debit that pay back', async () => {
  const { tables, line, apply } = await bankTest()
  const [credit, debit] = [await line(), await line({ amountKobo: -500 })]
  const shown = () =>
    tables.rows('select status, allocated_kobo from bank_line order by amount_kobo desc')
  const day = () =>
    tables.rows(
      'select status, lines, allocated_kobo from bank_day where lines > 0 order by status collate "C"',
    )
  await apply(credit.recorded, debit.recorded, credit.matched([part('A', 8_000_000)]))
  await apply(credit.owed('A', 550_000, credit.lineId), debit.paysBack('A', 300, credit.lineId))
  expect(await shown()).toEqual([
    { status: 'matched', allocated_kobo: 8_550_000 },
    { status: 'debit', allocated_kobo: 300 },
  ])
  expect(await day()).toEqual([
    { status: 'debit', lines: 1, allocated_kobo: 300 },
    { status: 'matched', lines: 1, allocated_kobo: 8_550_000 },
  ])
  await apply(credit.unmatched(['A']), debit.notPaysBack(credit.lineId, 300))
  expect(await shown()).toEqual([
    { status: 'unmatched', allocated_kobo: 550_000 },
    { status: 'debit', allocated_kobo: 0 },
  ])
  await apply(credit.notOwed(credit.lineId, 550_000))
  expect((await shown())[0]).toEqual({ status: 'unmatched', allocated_kobo: 0 })
})

test('a line that is set aside has a kind and a note until it is reopened', async () => {
  const { apply, line, tables } = await bankTest()
  const { recorded, setAside, reopened } = await line()
  const shown = () => tables.rows('select status, set_aside_kind, set_aside_note from bank_line')
  await apply(recorded, setAside('refund', 'Sent back on Monday'))
  expect(await shown()).toEqual([
    { status: 'setaside', set_aside_kind: 'refund', set_aside_note: 'Sent back on Monday' },
  ])
  await apply(reopened())
  const open = { status: 'unmatched', set_aside_kind: null, set_aside_note: null }
  expect(await shown()).toEqual([open])
  await apply(setAside('own', null))
  expect(await shown()).toEqual([
    { status: 'setaside', set_aside_kind: 'own', set_aside_note: null },
  ])
})

test('a merged line no longer counts, and passes its statement on to the remaining line', async () => {
  const { apply, line, tables } = await bankTest()
  const [other, third] = [randomUUID(), randomUUID()].sort() as [string, string]
  const first = await line()
  const same = await line({ statementId: third, probablySameAs: first.lineId })
  const again = await line({ statementId: other, probablySameAs: same.lineId })
  await apply(first.recorded, same.recorded, again.recorded)
  await apply(again.merged(same.lineId))
  await apply(same.merged(first.lineId))
  const rows = await tables.rows(
    'select status, merged_into, probably_same_as, statement_ids from bank_line order by statement_ids[1] = $1 desc, cardinality(statement_ids) desc',
    [theStatement],
  )
  expect(rows).toEqual([
    {
      status: 'unmatched',
      merged_into: null,
      probably_same_as: null,
      statement_ids: [theStatement, other, third],
    },
    {
      status: 'merged',
      merged_into: first.lineId,
      probably_same_as: null,
      statement_ids: [third, other],
    },
    { status: 'merged', merged_into: same.lineId, probably_same_as: null, statement_ids: [other] },
  ])
})

test('a line that is kept apart counts as a separate credit or debit', async () => {
  const { apply, line, tables } = await bankTest()
  const first = await line()
  const credit = await line({ probablySameAs: first.lineId })
  const debit = await line({ probablySameAs: first.lineId, amountKobo: -100 })
  await apply(first.recorded, credit.recorded, debit.recorded)
  const statuses = async () =>
    (await tables.rows('select status from bank_line order by 1')).map(({ status }) => status)
  expect(await statuses()).toEqual(['probablysame', 'probablysame', 'unmatched'])
  await apply(credit.keptApart(first.lineId), debit.keptApart(first.lineId))
  expect(await statuses()).toEqual(['debit', 'unmatched', 'unmatched'])
})

test('a line whose text is erased keeps its day, amount and allocations', async () => {
  const { apply, line, tables } = await bankTest()
  const { recorded, setAside, matched, textErased, eraseKey, reopened } = await line({
    payer: 'Chioma Okafor',
    reference: '000013261110',
  })
  await apply(recorded, setAside('other', 'Ask Chioma'), reopened(), matched([part(one, 100)]))
  await eraseKey()
  await apply(textErased())
  const rows = await tables.rows('select to_jsonb(line) as row from bank_line line')
  expect(JSON.stringify(rows)).not.toMatch(/okafor|chioma|000013261110/i)
  expect(rows[0].row).toMatchObject({
    payer: 'erased',
    narration: 'erased',
    reference: 'erased',
    booked_on: '2026-11-12',
    amount_kobo: 8_550_000,
    allocated_kobo: 100,
    search: 'erased\nerased\nerased\n85500',
  })
})

test('an event of a line that was never recorded stops its stream', async () => {
  const { apply, line } = await bankTest()
  const { reopened } = await line()
  await expect(apply(reopened())).rejects.toThrow('never recorded')
})

test('a credit names the debit that reverses it once their statements are imported', async () => {
  const { apply, line, tables } = await bankTest()
  const later = randomUUID()
  const credit = await line({ bookedOn: '2026-11-12' })
  const debit = await line({
    bookedOn: '2026-11-14',
    amountKobo: -8_550_000,
    narration: 'RVSL',
    statementId: later,
  })
  const reversedBy = async () =>
    (await tables.rows('select reversed_by from bank_line where line_id = $1', [credit.lineId]))[0]
      .reversed_by
  await apply(credit.recorded, statementOf(), debit.recorded)
  expect(await reversedBy()).toBe(null)
  await apply(statementOf({ statementId: later, from: '2026-11-14' }))
  expect(await reversedBy()).toBe(debit.lineId)
  // A credit that arrives later, but is nearer to the debit, takes the first credit's place.
  const nearer = await line({ bookedOn: '2026-11-13' })
  await apply(nearer.recorded)
  expect(await reversedBy()).toBe(null)
  // Without the key, nobody can read that the debit was a reversal.
  await debit.eraseKey()
  await apply(debit.textErased())
  expect(await tables.rows('select from bank_line where reversed_by is not null')).toEqual([])
})

test('a debit reverses nothing while all of it pays money back, so another debit may have', async () => {
  const { apply, line, tables } = await bankTest()
  const credit = await line({ bookedOn: '2026-11-12' })
  const sent = await line({
    bookedOn: '2026-11-13',
    amountKobo: -8_550_000,
    narration: 'RVSL NIP/GTB/OKAFOR CHIOMA A/hair',
  })
  const later = await line({ bookedOn: '2026-11-14', amountKobo: -8_550_000, narration: 'RVSL' })
  const reversedBy = async () =>
    (await tables.rows('select reversed_by from bank_line where line_id = $1', [credit.lineId]))[0]
      .reversed_by
  await apply(credit.recorded, sent.recorded, later.recorded, statementOf())
  expect(await reversedBy()).toBe(sent.lineId)
  await apply(sent.paysBack('A', 8_549_999, credit.lineId))
  expect(await reversedBy()).toBe(sent.lineId)
  await apply(sent.paysBack('A', 1, later.lineId))
  expect(await reversedBy()).toBe(later.lineId)
  await apply(sent.notPaysBack(later.lineId, 1))
  expect(await reversedBy()).toBe(sent.lineId)
})

test('a withdrawn line neither counts nor takes anything back until another statement brings it', async () => {
  const { apply, line, tables, personalData } = await bankTest()
  const later = randomUUID()
  const credit = await line({ bookedOn: '2026-11-12', narration: 'NIP TRF FROM ADA OBI' })
  const debit = await line({ amountKobo: -8_550_000, narration: 'RVSL NIP TRF FROM ADA OBI' })
  const merged = await line({ statementId: later, probablySameAs: credit.lineId })
  await apply(credit.recorded, debit.recorded, merged.recorded, merged.merged(credit.lineId))
  await apply(statementOf(), statementOf({ statementId: later }))
  const rows = () =>
    tables.rows(
      `select line_id, status, reversed_by, statement_ids from bank_line
       order by line_id = $1 desc, line_id = $2 desc`,
      [credit.lineId, debit.lineId],
    )
  expect(await rows()).toMatchObject([
    { status: 'unmatched', reversed_by: debit.lineId, statement_ids: [theStatement, later] },
    { status: 'debit' },
    { status: 'merged' },
  ])
  await apply(debit.withdrawn(), merged.withdrawn())
  expect(await rows()).toMatchObject([
    { status: 'unmatched', reversed_by: null, statement_ids: [theStatement] },
    { status: 'withdrawn' },
    { status: 'withdrawn' },
  ])
  const days = () => tables.rows('select status, lines from bank_day where lines <> 0 order by 1')
  expect(await days()).toEqual([
    { status: 'unmatched', lines: 1 },
    { status: 'withdrawn', lines: 2 },
  ])
  const { data } = debit.recorded
  await apply({ type: 'BankLineRecorded', data: { ...data, statementId: later } })
  expect((await rows()).slice(0, 2)).toMatchObject([
    { status: 'unmatched', reversed_by: debit.lineId },
    { status: 'debit', statement_ids: [later] },
  ])

  const key = await personalData.take()
  const reason = personalData.seal(key, { text: 'Another account’s' })
  const span = { from: '2026-11-01', to: '2026-11-30' }
  const taken = { bankAccountId: data.bankAccountId, ...span, withdrawn: 2, kept: 1, reason }
  await apply({ type: 'BankStatementTakenBack', data: { statementId: theStatement, ...taken } })
  const statements = () =>
    tables.rows(
      `select taken_back_reason, withdrawn, kept, file_name, has_text
      from bank_statement where statement_id = $1`,
      [theStatement],
    )
  const shown = { withdrawn: 2, kept: 1, file_name: '' }
  expect(await statements()).toEqual([
    { ...shown, taken_back_reason: 'Another account’s', has_text: true },
  ])
  await personalData.erase(key.id)
  await apply({ type: 'BankStatementTextErased', data: { statementId: theStatement } })
  expect(await statements()).toEqual([{ ...shown, taken_back_reason: 'erased', has_text: false }])
})

/** A line's life as small numbers; all numbers encode a legal life. */
type Life = { day: number; price: number; kind: number; words: number; moves: number[] }
/** One line for each status, and a debit that takes back the first line. */
const everyStatus: Life[] = [
  ...[[0], [1], [3]].map((moves) => ({ day: 12, price: 1, kind: 0, words: 0, moves })),
  ...[[0], [1]].map((moves) => ({ day: 12, price: 2, kind: 4, words: 0, moves })),
  { day: 14, price: 1, kind: 5, words: 0, moves: [] },
  { day: 20, price: 3, kind: 0, words: 3, moves: [] },
  { day: 19, price: 3, kind: 5, words: 3, moves: [] },
  ...[[6], [6, 0], [3, 6, 0, 0]].map((moves) => ({ day: 13, price: 1, kind: 0, words: 1, moves })),
  // A debit that reads like a reversal, but pays money back.
  { day: 12, price: 4, kind: 0, words: 0, moves: [] },
  { day: 14, price: 4, kind: 5, words: 1, moves: [2] },
]

const life: fc.Arbitrary<Life> = fc.record({
  day: fc.integer({ min: 10, max: 24 }),
  price: fc.integer({ min: 1, max: 2 }),
  kind: fc.integer({ min: 0, max: 7 }),
  words: fc.integer({ min: 0, max: 4 }),
  moves: fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 6 }),
})

type TestLine = Awaited<ReturnType<typeof bankLineOf>>

const said = {
  credit: ['NIP/OKAFOR CHIOMA', 'NIP/BELLO AISHA', 'NIP/OKAFOR NGOZI'],
  debit: ['RVSL NIP', 'RVSL OKAFOR CHIOMA', 'NIP/BELLO AISHA'],
}

const eventsOf = (
  line: TestLine,
  { kind, moves, price }: Life,
  { into, other }: { into: string | null; other: string },
) => {
  const events: BankLineEvent[] = [line.recorded]
  const isOpen = kind < 5
  if (into !== null && moves[0] === 0)
    return [...events, line.merged(into), ...(moves[1] === 6 ? [line.withdrawn()] : [])]
  if (into !== null && moves[0] === 1) return events
  if (into !== null) events.push(line.keptApart(into))
  let [pays, aside, gone] = [new Set<string>(), false, false]
  const owedId = randomUUID()
  let paidBack = 0
  for (const move of moves) {
    const orderId = `ORDER-${move % 2}`
    if (move === 5) events.push(line.textErased())
    else if (gone) {
      const data = { ...line.recorded.data, statementId: other, probablySameAs: null }
      events.push({ type: 'BankLineRecorded', data })
      ;[aside, gone] = [false, false]
    } else if (move === 6 && pays.size === 0 && paidBack === 0) {
      events.push(line.withdrawn())
      gone = true
    } else if (!isOpen && paidBack > 0) {
      events.push(line.notPaysBack(owedId, paidBack))
      paidBack = 0
    } else if (!isOpen) {
      paidBack = price * (move < 4 ? 1_000_000 : 300_000)
      events.push(line.paysBack(orderId, paidBack, owedId))
    } else if (aside) {
      events.push(line.reopened())
      aside = false
    } else if (move < 2 && pays.size === 0) {
      events.push(line.matched([part(orderId, price * (move === 0 ? 1_000_000 : 500_000))]))
      pays.add(orderId)
    } else if (pays.size > 0) {
      events.push(line.unmatched([...pays], 'Why'))
      pays = new Set()
    } else {
      events.push(line.setAside('own', move === 3 ? 'A note' : null))
      aside = true
    }
  }
  return events
}

test('any lives of lines give the same rows in any batches, and days that match the lines', async () => {
  const { tables: whole, projection, pool, personalData, log, record } = await bankTest()
  const single = await projectionTables(pool, projection, 'single')
  const cut = await projectionTables(pool, projection, 'cut')
  // Applies the streams one after the other, in any order, as if all but one had been parked.
  const late = await projectionTables(pool, projection, 'late')
  await fc.assert(
    fc.asyncProperty(
      fc.array(life, { minLength: 1, maxLength: 10 }),
      fc.nat(),
      async (lives, cuts) => {
        const begin = log.events.length
        const bankAccountId = randomUUID()
        const statements = [randomUUID(), randomUUID()]
        let before: string | null = null
        const queues: (BankLineEvent | BankStatementEvent)[][] = []
        for (const [at, one] of lives.entries()) {
          const texts = one.kind === 5 || one.kind === 6 ? said.debit : said.credit
          const narration = texts[one.words] ?? texts[0] ?? ''
          const into = one.kind === 4 || one.kind === 6 ? before : null
          const line = await bankLineOf(personalData, {
            bankAccountId,
            statementId: statements[at % 2] ?? '',
            narration,
            reference: one.words > 2 ? `00001326111${one.words}` : '',
            bookedOn: `2026-11-${one.day}`,
            probablySameAs: into,
            amountKobo: one.price * 1_000_000 * (one.kind < 5 ? 1 : -1),
          })
          const other = statements[(at + 1) % 2] ?? ''
          queues.push(eventsOf(line, one, { into, other }))
          before = line.lineId
        }
        for (const statementId of statements)
          queues.push([statementOf({ statementId, bankAccountId, from: '2026-11-10' })])
        for (let turn = 0; queues.some((queue) => turn < queue.length); turn++)
          for (const queue of queues) {
            const event = queue[turn]
            if (event) record(event)
          }
        const events = log.events.slice(begin)
        await whole.apply(events)
        for (const event of events) await single.apply([event])
        const size = 1 + (cuts % 7)
        for (let at = 0; at < events.length; at += size)
          await cut.apply(events.slice(at, at + size))
        const streams = [...new Set(events.map(({ stream }) => stream))]
        for (const stream of streams.toSorted())
          await late.apply(events.filter((event) => event.stream === stream))
      },
    ),
    { seed, numRuns: 10, examples: [[everyStatus, 2]] },
  )
  const rows = await allRows(whole, projection.views)
  for (const tables of [single, cut, late])
    expect(await allRows(tables, projection.views)).toEqual(rows)
  const seen = await whole.rows(`select status from bank_line group by status
    union select 'reversed' from bank_line where reversed_by is not null
    union select 'in doubt' from bank_line where perhaps_reversed_by is not null
    union select 'paid back' from bank_line where allocated_kobo = -amount_kobo`)
  expect(seen.map(({ status }) => status).sort()).toEqual([
    'debit',
    'in doubt',
    'matched',
    'merged',
    'paid back',
    'probablysame',
    'reversed',
    'setaside',
    'unmatched',
    'withdrawn',
  ])

  const disagreeing = await whole.rows(`
    select 'day' from bank_day counted
      where (lines, amount_kobo, allocated_kobo) <> (
        select count(*), coalesce(sum(amount_kobo), 0), coalesce(sum(allocated_kobo), 0)
        from bank_line line where line.bank_account_id = counted.bank_account_id
          and line.booked_on = counted.day and line.status = counted.status)
    union all
    select 'missing day' from bank_line line where not exists (
      select from bank_day where bank_account_id = line.bank_account_id
        and day = line.booked_on and status = line.status)
    union all
    select 'allocated' from bank_line line where amount_kobo > 0 and allocated_kobo <> (
      select coalesce(sum(amount_kobo), 0) from bank_allocation part
      where part.line_id = line.line_id)
    union all
    select 'reversed twice' from bank_line where reversed_by is not null
      group by reversed_by having count(*) > 1
    union all
    select 'reversed by a repayment' from bank_line line join bank_line debit
      on debit.line_id in (line.reversed_by, line.perhaps_reversed_by)
      where debit.allocated_kobo = -debit.amount_kobo`)
  expect(disagreeing).toEqual([])
})
