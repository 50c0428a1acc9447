import { lagosDay } from '@strand/contracts/lagos-time'
import type { StatementMapping } from '@strand/contracts/money/statement'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { random, seed } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import { expect, test } from 'vitest'
import { importPreview, previewOf } from '../../money/testing/import-statement.ts'
import { straight } from '../../testing/stock.ts'
import { formOf, openShop, type Shop, submit, uploaded } from '../../testing/test-shop.ts'
import { approveAlone, autoApprove, newMemory } from './auto-approval.ts'
import { fates, fileOf, meanings, mustNot, type Placed, rowsOf } from './testing/histories.ts'
import { approve, moneyOf, undo } from './testing/money-shop.ts'

const below = (limit: number) => Math.floor(random() * limit)

/** A fault in what the product reads, asks or waits for. */
type Fault = {
  /** Changes a statement's text, or answers it. */
  query?: (text: string) => string | { rows: unknown[]; rowCount: number } | undefined
  /** Changes what is said of a file's columns. */
  mapping?: (mapping: StatementMapping) => StatementMapping
  /** Runs rounds without the lock of imports. */
  isAlone?: true
}

const nothing = { rows: [], rowCount: 0 }
const replacing = (from: RegExp, to: string) => (text: string) =>
  from.test(text) ? text.replace(from, to) : undefined
const both =
  (...some: ((text: string) => ReturnType<NonNullable<Fault['query']>>)[]) =>
  (text: string) =>
    some.map((one) => one(text)).find((answer) => answer !== undefined)
/** What guards the flags of lines a second time. */
const noDebits = (text: string) =>
  text.includes('credit.reversed_by = line.line_id') ? nothing : undefined
const served = (text: string) =>
  text.includes('p.name, p.version, c.position::text')
    ? text.replace('c.position::text', "'9000000000000000000' as position")
    : undefined

const faults: Record<string, Fault> = {
  'reversals are not looked at': {
    query: both(
      noDebits,
      (text) => (text.includes('as reversed from read.bank_line') ? nothing : undefined),
      replacing(/reversed_by is not null then 'reversed'/, "false then 'reversed'"),
    ),
  },
  'a doubt is taken for money': {
    query: both(
      noDebits,
      replacing(/perhaps_reversed_by is not null then 'perhaps-reversed'/, "false then 'reversed'"),
    ),
  },
  'what gives money back is taken for money': {
    query: both(noDebits, replacing(/kind = 'returned' or gives_back is not null/, 'false')),
  },
  'the currency is not looked at': {
    mapping: (mapping) => ({ ...mapping, columns: { ...mapping.columns, currency: null } }),
  },
  'an open state is taken for success': {
    mapping: (mapping) => ({ ...mapping, states: { ...mapping.states, offen: 'arrived' } }),
  },
  'the day of the code is not looked at': {
    query: replacing(/to_char\(detail\.created_at[^)]*\)/, "'2000-01-01'"),
  },
  'other orders of the payer are not looked at': {
    query: (text) => (text.includes('detail.total = any($1)') ? nothing : undefined),
  },
  'other orders’ proofs are not looked at': {
    query: replacing(
      /exists \(\s*select from read\.order_file/,
      'false and exists ( select from read.order_file',
    ),
  },
  'lines count while their import runs': {
    isAlone: true,
    query: both(
      (text) => (/from bank_import where .*state = 'importing'/.test(text) ? nothing : undefined),
      served,
      replacing(
        /line\.statement_ids\[1\] in \(select statement_id from read\.bank_arrived\)/,
        'true',
      ),
    ),
  },
  'nobody waits for the read models': { query: served },
}

const faulty = (pool: Pool, { query }: Fault): Pool =>
  query
    ? (Object.assign(Object.create(pool), {
        query: async (text: string, ...given: unknown[]) => {
          const answer = typeof text === 'string' ? query(text) : undefined
          if (answer !== undefined && typeof answer !== 'string') return answer
          return pool.query(answer ?? text, ...(given as []))
        },
        connect: () => pool.connect(),
      }) as Pool)
    : pool

/** The orders that were approved by themselves, by their ids. */
const approvedIn = async ({ pool }: Pick<Shop, 'pool'>) =>
  (
    await pool.query<{ id: string }>(
      `select data ->> 'orderId' as id from event_log.event
       where type = 'OrderApproved' and metadata -> 'actor' ->> 'id' = 'auto-approve'`,
    )
  ).rows.map(({ id }) => id)

const letters = (number: number) =>
  [...String(number)].map((digit) => String.fromCharCode(65 + Number(digit))).join('')

let customers = 1_000
const place = async (shop: Shop, number: number, fate: Placed['fate']): Promise<Placed> => {
  customers += 7
  const payer = `${letters(customers)}MA ${letters(customers * 3)}WU`
  const quantity = 1 + number
  const amount = straight.price * quantity
  const products = [{ ...straight, productname: 'Bone Straight', quantity, amount }]
  const order = async (sha256: string) => {
    const files = [await uploaded(shop, sha256)]
    const changes = { accountname: payer, files, products, amount: amount + 2_500 }
    const { body, status } = await submit(shop, await formOf(shop, changes))
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body.orderId as string
  }
  const orderId = await order(`proof ${customers}`)
  if (fate === 'of a payer with two orders') await order(`another proof ${customers}`)
  if (fate === 'with the proof of another') {
    const files = [await uploaded(shop, `proof ${customers}`)]
    await submit(shop, await formOf(shop, { accountname: 'Somebody Else', files }))
  }
  if (fate === 'asked about')
    await shop.call('POST', `/api/admin/orders/${orderId}/question`, { kind: 'proof', text: 'Why' })
  if (fate === 'archived') await shop.call('DELETE', `/api/admin/delete-order/${orderId}`)
  if (fate === 'undone') {
    const { body } = await approve(shop, orderId)
    await undo(shop, orderId, body.position)
  }
  return { orderId, payer, totalKobo: (amount + 2_500) * 100, fate }
}

/** Lives one history, and returns what was approved by itself and must not have been. */
const live = async (fault: Fault) => {
  let middle: (() => Promise<void>) | null = null
  let recorded = 0
  const shop = await openShop((store) => ({
    ...store,
    append: async (stream, ...given) => {
      const appended = await store.append(stream, ...given)
      if (stream.startsWith('bank-line-') && middle && ++recorded % 16 === 0) {
        const round = middle
        middle = null
        await round()
        middle = round
      }
      return appended
    },
  }))
  const orderedOn = lagosDay(shop.clock.now.toISOString())
  const day = (offset: number) =>
    lagosDay(new Date(+shop.clock.now + offset * 86_400_000).toISOString())
  const dice = { below, day }
  const orders: Placed[] = []
  for (const [number, fate] of fates.entries()) orders.push(await place(shop, number, fate))
  const rows = rowsOf(orders, dice)
  const money = moneyOf(shop, { pool: faulty(shop.pool, fault) })
  const memory = newMemory()
  const problems: string[] = []
  let seen = new Set<string>()
  let [imported, begun] = [0, 0]
  const round = async () => {
    await (fault.isAlone ? autoApprove(money, memory) : approveAlone(money, memory))
    const approved = await approvedIn(shop)
    for (const order of orders) {
      if (!approved.includes(order.orderId) || seen.has(order.orderId)) continue
      const problem = mustNot(order, rows, { imported, begun, orderedOn })
      if (problem) problems.push(`${order.fate}: ${problem}`)
    }
    seen = new Set(approved)
  }
  await shop.project()
  for (const file of [0, 1, 2]) {
    const ofFile = rows.filter((row) => row.file === file)
    begun = file + 1
    if (ofFile.length > 0) {
      const bytes = fileOf(ofFile, dice)
      const guess = await previewOf(shop, bytes)
      if (!guess.result?.mapping) throw new Error(JSON.stringify(guess.body))
      const mapping = { ...guess.result.mapping, states: meanings }
      const told = { mapping: fault.mapping?.(mapping) ?? mapping }
      const { result } = await previewOf(shop, bytes, told)
      middle = async () => {
        await shop.project()
        await round()
      }
      const { status, body } = await importPreview(shop, result.previewId, { confirm: true })
      middle = null
      if (status !== 201) throw new Error(JSON.stringify(body))
    }
    imported = file + 1
    // Before the read models have it, and mostly after.
    await round()
    await shop.project()
    if (file === 2 || below(3) === 0) await round()
  }
  return { problems, stays: orders.filter(({ fate }) => fate === 'stays'), seen }
}

test('no order is approved by itself whose money is not there at that moment', async () => {
  for (let history = 0; history < repetitions({ usual: 2, long: 40 }); history++) {
    const { problems, stays, seen } = await live({})
    expect(problems, `TEST_SEED=${seed}`).toEqual([])
    // What is there is approved.
    for (const { orderId } of stays) expect(seen, `TEST_SEED=${seed}`).toContain(orderId)
  }
})

/** A few of them, or all in a long run. */
const planted = Object.keys(faults)
  .map((name) => ({ name, place: random() }))
  .sort((one, other) => one.place - other.place)
  .slice(0, repetitions({ usual: 2, long: 10 }))

test.each(planted)('a planted fault is found: $name', async ({ name }) => {
  const fault = faults[name] as Fault
  const found: string[] = []
  for (let history = 0; history < 10 && found.length === 0; history++)
    found.push(...(await live(fault)).problems)
  expect(found, `TEST_SEED=${seed}`).not.toEqual([])
})
