import { resultOf } from '@strand/contracts/answer'
import { pageOf } from '@strand/contracts/list'
import { BankLine, BankLineCounts, BankLineQuery } from '@strand/contracts/money/bank-line'
import type { BankLineEvent } from '@strand/contracts/money/bank-line.events'
import {
  bankLineOf,
  statementOf,
  theAccount,
  theStatement,
} from '@strand/projections/testing/money'
import { expect, test } from 'vitest'
import { openTestShop } from '../testing/test-shop.ts'
import { bankLinePage } from './bank-lines.ts'

const openBank = async () => {
  const shop = await openTestShop()
  const line = async (what: Parameters<typeof bankLineOf>[1] = {}) => {
    const made = await bankLineOf(shop.personalData, what)
    const say = (...events: BankLineEvent[]) => shop.append(`bank-line-${made.lineId}`, events)
    await say(made.recorded)
    return { ...made, say }
  }
  const list = async (query = '') => {
    const got = await shop.get(`/api/admin/bank-lines?${query}`, 'auditor')
    expect(got.status).toBe(200)
    const { data, total } = pageOf(BankLine).parse(got.json()).result
    return { total, data, ids: data.map(({ lineId }) => lineId) }
  }
  return { shop, line, list }
}

test('a line is listed with the orders that it pays for, and a merged line is not listed', async () => {
  const { shop, line, list } = await openBank()
  const half = await line({ bookedOn: '2026-11-10', narration: 'half' })
  const whole = await line({ bookedOn: '2026-11-11', payer: 'Chioma Okafor' })
  const aside = await line({ bookedOn: '2026-11-12' })
  const debit = await line({ bookedOn: '2026-11-13', amountKobo: -500 })
  const same = await line({ bookedOn: '2026-11-10', probablySameAs: half.lineId })
  const other = '88888888-8888-4888-8888-888888888888'
  const merged = await line({ statementId: other, probablySameAs: half.lineId })
  await half.say(half.matched([{ orderId: 'ORDER-1', amountKobo: 500 }]))
  const both = [
    { orderId: 'ORDER-1', amountKobo: 8_000_000 },
    { orderId: 'ORDER-2', amountKobo: 550_000 },
  ]
  await whole.say(whole.matched(both))
  await aside.say(aside.setAside('refund', 'Sent back'))
  await merged.say(merged.merged(half.lineId))
  await shop.append('bank-statement-1', [statementOf()])

  const all = await list()
  expect([all.total, all.ids.slice(0, 3)]).toEqual([5, [debit.lineId, aside.lineId, whole.lineId]])
  expect(new Set(all.ids.slice(3))).toEqual(new Set([half.lineId, same.lineId]))
  expect(all.data.find(({ lineId }) => lineId === half.lineId)).toMatchObject({
    status: 'unmatched',
    allocatedKobo: 500,
    statementIds: [theStatement, other],
    allocations: [{ orderId: 'ORDER-1', amountKobo: 500 }],
  })
  expect(all.data[2]).toMatchObject({ status: 'matched', allocations: both, setAside: null })
  expect(all.data[1]).toMatchObject({
    status: 'setaside',
    allocations: [],
    setAside: { kind: 'refund', note: 'Sent back' },
  })
  const idsOf = async (query: string) => {
    const { ids, total } = await list(query)
    expect(total).toBe(ids.length)
    return ids
  }
  expect(await idsOf('status=unmatched')).toEqual([half.lineId])
  expect(await idsOf('status=matched')).toEqual([whole.lineId])
  expect(await idsOf('status=probablysame')).toEqual([same.lineId])
  expect(await idsOf('status=debit')).toEqual([debit.lineId])
  expect(await idsOf('dateFrom=2026-11-11&dateTo=2026-11-12')).toEqual([aside.lineId, whole.lineId])
  expect(await idsOf('search=chioma+okafor&status=matched')).toEqual([whole.lineId])
  expect(await idsOf(`bankAccountId=${theAccount.toUpperCase()}&status=setaside`)).toHaveLength(1)
  expect(await idsOf(`bankAccountId=${other}`)).toEqual([])
  expect(await idsOf('bankAccountId=none')).toEqual([])
  expect((await list('results=2&page=2')).ids).toEqual(all.ids.slice(2, 4))

  const counts = await shop.get('/api/admin/bank-lines/counts', 'auditor')
  expect(resultOf(BankLineCounts).parse(counts.json()).result).toEqual({
    unmatched: 1,
    matched: 1,
    setaside: 1,
    debit: 1,
    probablysame: 1,
    statements: 1,
    takenback: 0,
    owed: 0,
    owedKobo: 0,
  })
})

test('a search finds a line by its payer’s words, in any order and spelling', async () => {
  const { line, list } = await openBank()
  const found = await line({ narration: "NIP/GTB/MA'ARUF, ƊANLADI-BELLO/hair" })
  await line()
  for (const typed of ['danladi maaruf', 'Ma’aruf Ɗanladi', 'danladibello', '85,500 ma´aruf'])
    expect([typed, (await list(`search=${encodeURIComponent(typed)}`)).ids]).toEqual([
      typed,
      [found.lineId],
    ])
  expect((await list('search=maaruf%20okafor')).ids).toEqual([])
})

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

test('no page reads all lines or all allocations, and every page is right', async () => {
  const { shop, line } = await openBank()
  const { matched, say } = await line({ bookedOn: '2026-01-01' })
  await say(matched([{ orderId: 'ORDER-1', amountKobo: 500 }]))
  await shop.caughtUp()
  const { pool } = shop
  await pool.query(`
    insert into bank_v6.bank_line
    select copy.* from bank_v6.bank_line line, generate_series(1, 5999) n,
      jsonb_populate_record(line, jsonb_build_object(
        'line_id', gen_random_uuid(), 'booked_on', booked_on + n / 20)) copy;
    insert into bank_v6.bank_allocation
    select line.line_id, 'ORDER-1', 500, rule, approving, allocated_at, allocated_by
    from bank_v6.bank_line line, bank_v6.bank_allocation part
    where line.line_id <> part.line_id;
    delete from bank_v6.bank_day;
    insert into bank_v6.bank_day
    select bank_account_id, booked_on, status, count(*), sum(amount_kobo), sum(allocated_kobo)
    from bank_v6.bank_line group by 1, 2, 3;
    analyze bank_v6.bank_line; analyze bank_v6.bank_allocation`)
  const statements: { text: string; values: unknown[] }[] = []
  const noting = {
    query: (text: string, values: unknown[]) => {
      statements.push({ text, values })
      return pool.query(text, values)
    },
  } as typeof pool
  const page = (query: Record<string, unknown>) =>
    bankLinePage(noting, BankLineQuery.parse({ results: 3, ...query }))
  const first = await page({})
  expect([first.total, first.rows[0]?.bookedOn]).toEqual([6_000, '2026-10-27'])
  const days = { dateFrom: '2026-02-01', dateTo: '2026-02-28' }
  const inDays = await page({ ...days, bankAccountId: theAccount, page: 100 })
  expect([inDays.total, inDays.rows[0]?.bookedOn]).toEqual([560, '2026-02-14'])
  const oldest = { status: 'unmatched', sortField: 'bookedOn', sortOrder: 'asc' }
  expect((await page(oldest)).rows[0]).toMatchObject({ allocatedKobo: 500 })
  expect((await page({ ...oldest, bankAccountId: theAccount })).rows).toHaveLength(3)
  const found = await page({ search: 'okafor', page: 1_990 })
  expect([found.total, found.rows.length]).toEqual([6_000, 3])
  expect(statements).toHaveLength(5)
  // A search reads the lines that it finds; every other statement reads only its page.
  for (const { text, values } of statements.slice(0, 4)) {
    const explained = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
      text: `explain (format json) ${text}`,
      values,
    })
    const nodes = explained.rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))
    const whole = nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name'])
    expect(whole.filter((table) => table !== 'bank_day')).toEqual([])
  }
})

test('a span of an account adds up, line by line and part by part', async () => {
  const { shop, line } = await openBank()
  const added = {
    bankAccountId: theAccount,
    bankName: 'B',
    accountName: 'S',
    accountNumber: '1234567890',
    currency: 'NGN',
  }
  await shop.append('bank-account-1', [{ type: 'BankAccountAdded', data: added }])
  const credit = await line({ amountKobo: 10_000 })
  await credit.say(credit.matched([{ orderId: 'ORDER-1', amountKobo: 4_000 }]))
  const aside = await line({ amountKobo: 700 })
  await aside.say(aside.setAside('own', null))
  await line({ amountKobo: -300 })
  const same = await line({ amountKobo: 10_000, probablySameAs: credit.lineId })
  // No statement covers these days.
  await line({ amountKobo: 9_999, bookedOn: '2026-12-24' })
  const [opening, closing] = [5_000, 15_400]
  const halves = [
    { from: '2026-11-01', to: '2026-11-12', openingBalanceKobo: opening },
    { from: '2026-11-13', to: '2026-11-30', closingBalanceKobo: closing },
  ]
  for (const [at, half] of halves.entries()) {
    const statementId = `${at}9999999-9999-4999-8999-999999999999`
    await shop.append(`bank-statement-${at}`, [statementOf({ ...half, statementId })])
  }
  const coverage = async () =>
    (await shop.get(`/api/admin/bank-accounts/${theAccount}/coverage`, 'auditor')).json().result
  const sums = {
    from: '2026-11-01',
    to: '2026-11-30',
    openingKobo: opening,
    closingKobo: closing,
    matchedKobo: 4_000,
    unmatchedKobo: 6_000,
    setAsideKobo: 700,
    debitKobo: -300,
  }
  const { spans } = await coverage()
  expect(spans).toEqual([{ ...sums, balanced: null, why: expect.stringMatching(/^One line is/) }])
  await same.say(same.merged(credit.lineId))
  expect((await coverage()).spans).toEqual([{ ...sums, balanced: true, why: '' }])
  await line({ amountKobo: 1 })
  expect((await coverage()).spans).toMatchObject([{ unmatchedKobo: 6_001, balanced: false }])
})

test('as CSV, the lines of all pages are answered in the list’s order, for a spreadsheet', async () => {
  const { shop, line, list } = await openBank()
  const paid = await line({ bookedOn: '2026-11-11', payer: '=Chioma', narration: 'a "hair", wig' })
  await line({ bookedOn: '2026-11-12', amountKobo: -50_050, narration: '-wig 5' })
  const aside = await line({ bookedOn: '2026-11-13', narration: 'wig' })
  await paid.say(paid.matched([{ orderId: 'ORDER-1', amountKobo: 8_550_000 }]))
  await aside.say(aside.setAside('refund', 'Sent back'))
  const csv = async (query: string) => {
    const headers = { accept: 'text/csv' }
    const got = await shop.get(`/api/admin/bank-lines?${query}`, 'auditor', headers)
    expect([got.status, got.headers.vary]).toEqual([200, 'Accept'])
    const [head, ...lines] = got.text.trim().split('\r\n')
    return { head, lines }
  }
  const { head, lines } = await csv('search=wig&results=1')
  expect(head).toContain('"Date","Bank Account","Payer","Narration","Reference","Amount (Naira)"')
  expect(lines).toHaveLength((await list('search=wig')).total)
  expect(lines[0]).toMatch(/^"2026-11-13".*"set aside","refund: Sent back","","","0.00"$/)
  expect(lines[1]).toMatch(/^"2026-11-12".*"'-wig 5".*"-500.50".*"debit"/)
  expect(lines[2]).toMatch(/"'=Chioma","a ""hair"", wig".*"matched","","","ORDER-1","85500.00"$/)
  const oldest = await csv('sortField=bookedOn&sortOrder=asc&dateTo=2026-11-12')
  expect(oldest.lines.map((one) => one.slice(1, 11))).toEqual(['2026-11-11', '2026-11-12'])
  expect((await csv('bankAccountId=none')).lines).toEqual([])
})
