import { resultOf } from '@strand/contracts/answer'
import { BankCoverage } from '@strand/contracts/money/bank-account'
import type { BankStatementImported } from '@strand/contracts/money/events'
import { DayClose, MonthClose } from '@strand/contracts/reports/overview'
import { MoneyReport } from '@strand/contracts/reports/report'
import { bankLineOf, statementOf, theAccount } from '@strand/projections/testing/money'
import { expect, test } from 'vitest'
import { openTestShop } from '../testing/test-shop.ts'

const idOf = (at: number) => `${at}9999999-9999-4999-8999-999999999999`

/**
 * A shop with one account. Its statements cover days of November; each gives the balance after its
 * day.
 */
const openAccount = async () => {
  const shop = await openTestShop()
  shop.clock.now = new Date('2026-12-01T12:00:00.000Z')
  const added = {
    bankAccountId: theAccount,
    bankName: 'First Example Bank',
    accountName: 'Strand Hair Ltd',
    accountNumber: '0123456789',
    currency: 'NGN',
  }
  await shop.append('bank-account-1', [{ type: 'BankAccountAdded', data: added }])
  const fileKey = await shop.personalData.take()
  const day = (of: number) => `2026-11-${String(of).padStart(2, '0')}`
  const statement = (
    at: number,
    fileName: string,
    opening: number,
    ends: [of: number, balance: number][],
    what: Partial<BankStatementImported> = {},
  ) =>
    shop.append(
      `bank-statement-${at}`,
      [
        statementOf({
          statementId: idOf(at),
          openingBalanceKobo: opening,
          closingBalanceKobo: ends.at(-1)?.[1] ?? opening,
          from: day(ends[0]?.[0] ?? 1),
          to: day(ends.at(-1)?.[0] ?? 1),
          dayEnds: ends.map(([of, balanceKobo]) => ({ day: day(of), balanceKobo })),
          personal: shop.personalData.seal(fileKey, { fileName }),
          ...what,
        }),
      ],
      { schemaVersion: 3 },
    )
  const line = async (of: number, amountKobo: number) => {
    const made = await bankLineOf(shop.personalData, { bookedOn: day(of), amountKobo })
    await shop.append(`bank-line-${made.lineId}`, [made.recorded])
    return made
  }
  const read = async (path: string) => {
    const got = await shop.get(`/api/admin/${path}`, 'administrator')
    expect(got.status).toBe(200)
    return got.json()
  }
  const dayClose = async (of: number) =>
    resultOf(DayClose).parse(await read(`reports/day/${day(of)}`)).result
  return {
    shop,
    statement,
    line,
    close: async (of: number) => (await dayClose(of)).unbalanced,
    balances: async (of: number) =>
      (await dayClose(of)).accounts.map(({ openingKobo, closingKobo }) => [
        openingKobo,
        closingKobo,
      ]),
    month: async () =>
      resultOf(MonthClose).parse(await read('reports/month/2026-11')).result.unbalanced,
    coverage: async () =>
      resultOf(BankCoverage).parse(await read(`bank-accounts/${theAccount}/coverage`)).result,
    report: async (from: number, to: number) =>
      resultOf(MoneyReport).parse(await read(`reports/money?from=${day(from)}&to=${day(to)}`))
        .result.unbalanced,
  }
}

test('S14.28: where two files disagree, the account, the closings and the report name the day and both files', async () => {
  const { statement, line, close, month, coverage, report, shop } = await openAccount()
  for (const of of [2, 3, 4]) await line(of, 10)
  await statement(1, 'november.csv', 100, [
    [2, 110],
    [3, 120],
    [4, 130],
  ])
  expect(await coverage()).toMatchObject({
    spans: [{ balanced: true }],
    conflicts: [],
    conflictDays: 0,
  })
  expect([await close(3), await report(1, 30)]).toEqual([[], []])

  const wrong = [await line(2, 600), await line(3, 1), await line(4, 1)]
  await statement(2, 'savings.csv', 700, [
    [2, 1_300],
    [3, 1_301],
    [4, 1_302],
  ])
  const [first, second] = [
    { statementId: idOf(1), fileName: 'november.csv', from: '2026-11-02', to: '2026-11-04' },
    { statementId: idOf(2), fileName: 'savings.csv', from: '2026-11-02', to: '2026-11-04' },
  ]
  const conflict = (day: string, one: number, other: number) => ({
    day,
    kind: 'day',
    first: { ...first, balanceKobo: one },
    second: { ...second, balanceKobo: other },
  })
  const onThe3rd = conflict('2026-11-03', 120, 1_301)
  const onThe2nd = conflict('2026-11-02', 110, 1_300)
  expect(await coverage()).toMatchObject({
    spans: [{ balanced: false }],
    conflicts: [onThe3rd, onThe2nd],
    conflictDays: 2,
  })
  const account = { bankAccountId: theAccount, accountNumber: '0123456789' }
  const spans = [{ from: '2026-11-02', to: '2026-11-04', balanced: false, unmatchedKobo: 632 }]
  expect(await close(3)).toMatchObject([
    { ...account, spans, conflicts: [onThe3rd], conflictDays: 1 },
  ])
  // The span does not add up, but no two files disagree on its last day.
  expect(await close(4)).toMatchObject([{ ...account, spans, conflicts: [], conflictDays: 0 }])
  expect([await close(1), await close(5)]).toEqual([[], []])
  for (const unbalanced of [await report(1, 30), await month()])
    expect(unbalanced).toMatchObject([{ spans, conflicts: [onThe3rd, onThe2nd] }])
  expect(await report(5, 30)).toEqual([])

  for (const { lineId, withdrawn } of wrong) await shop.append(`bank-line-${lineId}`, [withdrawn()])
  const key = await shop.personalData.take()
  const data = {
    statementId: idOf(2),
    bankAccountId: theAccount,
    from: '2026-11-02',
    to: '2026-11-04',
    withdrawn: 3,
    kept: 0,
    reason: shop.personalData.seal(key, { text: 'The savings account’s' }),
  }
  await shop.append('bank-statement-2', [{ type: 'BankStatementTakenBack', data }])
  expect(await coverage()).toMatchObject({ spans: [{ balanced: true }], conflicts: [] })
  expect([await close(3), await report(1, 30)]).toEqual([[], []])
})

test('a file whose opening balance differs from the previous closing balance is named on both days', async () => {
  const { statement, close, coverage } = await openAccount()
  await statement(1, 'first.csv', 100, [[2, 110]])
  await statement(2, 'second.csv', 150, [
    [3, 160],
    [4, 170],
  ])
  const { conflicts } = await coverage()
  expect(conflicts).toMatchObject([
    {
      day: '2026-11-03',
      kind: 'next',
      first: { fileName: 'first.csv', balanceKobo: 110 },
      second: { fileName: 'second.csv', balanceKobo: 150 },
    },
  ])
  for (const of of [2, 3]) expect((await close(of))[0]?.conflicts).toEqual(conflicts)
  expect((await close(4))[0]?.conflicts).toEqual([])
})

test('the newest days are named and all are counted; unchecked balances prove nothing', async () => {
  const { statement, coverage } = await openAccount()
  const days = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => {
      const day = new Date(Date.UTC(2025, 0, from + at)).toISOString().slice(0, 10)
      return { day, balanceKobo: from }
    })
  const year = { from: '2025-01-01', to: '2025-06-30' }
  await statement(1, '', 1, [], { ...year, closingBalanceKobo: 1, dayEnds: days(1, 181) })
  await statement(2, '', 2, [], { ...year, closingBalanceKobo: 2, dayEnds: null })
  expect((await coverage()).conflictDays).toBe(0)
  await statement(3, '', 2, [], { ...year, closingBalanceKobo: 2, dayEnds: days(2, 180) })
  const { conflicts, conflictDays } = await coverage()
  expect([conflicts.length, conflictDays]).toEqual([100, 180])
  expect(conflicts[0]?.day).toBe('2025-06-29')
})

test('a day whose statements begin at different hours has the balances that its lines give', async () => {
  const files: [name: string, opening: number, closing: number][] = [
    ['morning', 1_000, 1_500],
    ['noon', 1_500, 1_800],
    ['evening', 1_800, 2_000],
  ]
  for (const order of [files, files.toReversed(), [files[1], files[0], files[2]]]) {
    const { line, statement, balances } = await openAccount()
    await line(27, 100)
    await statement(0, 'the day before', 900, [[27, 1_000]])
    for (const amount of [500, 300, 200]) await line(28, amount)
    for (const [at, file] of order.entries()) {
      const [name = '', opening = 0, closing = 0] = file ?? []
      await statement(at + 1, name, opening, [[28, closing]])
    }
    expect(await balances(28), order.join()).toEqual([[1_000, 2_000]])
    expect(await balances(27)).toEqual([[900, 1_000]])
  }
})

test('without balances that fit the lines, the last import of a day counts', async () => {
  const { line, statement, balances } = await openAccount()
  await line(28, 500)
  await statement(1, 'one', 1_000, [[28, 1_600]])
  await statement(2, 'another', 1_100, [[28, 1_700]])
  expect(await balances(28)).toEqual([[1_100, 1_600]])
})
