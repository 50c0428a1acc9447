import { lagosDay } from '@strand/contracts/lagos-time'
import type { StatementMapping } from '@strand/contracts/money/statement'
import { orderStream } from '@strand/contracts/order/id'
import { random, seed, someOf } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import { expect, test } from 'vitest'
import { importPreview, previewOf } from '../../money/testing/import-statement.ts'
import { straight } from '../../testing/stock.ts'
import { formOf, openShop, type Shop, submit, uploaded } from '../../testing/test-shop.ts'
import { approveAlone, autoApprove, newMemory } from './auto-approval.ts'
import {
  fates,
  fileOf,
  meanings,
  mustNot,
  type Placed,
  rowsOf,
  stateColumn,
} from './testing/histories.ts'
import { approve, moneyOf, undo } from './testing/money-shop.ts'

const below = (limit: number) => Math.floor(random() * limit)

/** A fault in what a round of approvals reads, checks or waits for. */
type Fault = {
  query: (text: string) => string | { rows: unknown[]; rowCount: number } | undefined
  /** Runs rounds without the imports lock. */
  isAlone?: true
  /** Does not wait for the read models. */
  isHasty?: true
}

const nothing = { rows: [], rowCount: 0 }
const replacing = (from: RegExp, to: string) => (text: string) =>
  from.test(text) ? text.replace(from, to) : undefined
const both =
  (...some: Fault['query'][]): Fault['query'] =>
  (text) =>
    some.map((one) => one(text)).find((answer) => answer !== undefined)
/**
 * Disables the second check, which looks for the debits themselves and would hide that the flags
 * are ignored.
 */
const noDebits = (text: string) =>
  text.includes('credit.reversed_by = line.line_id') ? nothing : undefined
const served = (text: string) =>
  text.includes('p.name, p.version, c.position::text')
    ? text.replace('c.position::text', "'9000000000000000000' as position")
    : undefined

/** Each fault is tried at every moment of a history, in a round whose writes are discarded. */
const faults = new Map<string, Fault>([
  [
    'reversals are not checked',
    {
      query: both(
        noDebits,
        (text) => (text.includes('as reversed from read.bank_line') ? nothing : undefined),
        replacing(/reversed_by is not null then 'reversed'/, "false then 'reversed'"),
      ),
    },
  ],
  [
    'a doubtful line counts as money',
    {
      query: both(
        noDebits,
        replacing(
          /perhaps_reversed_by is not null then 'perhaps-reversed'/,
          "false then 'reversed'",
        ),
      ),
    },
  ],
  [
    'a line that gives money back counts as money',
    { query: both(noDebits, replacing(/kind = 'returned' or gives_back is not null/, 'false')) },
  ],
  [
    'the day of the code is not checked',
    { query: replacing(/to_char\(detail\.created_at[^)]*\)/, "'2000-01-01'") },
  ],
  [
    'other orders of the payer are not checked',
    { query: (text) => (text.includes('detail.total = any($1)') ? nothing : undefined) },
  ],
  [
    'other orders’ proofs are not checked',
    {
      query: replacing(
        /exists \(\s*select from read\.order_file/,
        'false and exists ( select from read.order_file',
      ),
    },
  ],
  [
    'lines count while their import runs',
    {
      isAlone: true,
      isHasty: true,
      query: both(
        (text) => (/from bank_import where .*state = 'importing'/.test(text) ? nothing : undefined),
        served,
        replacing(
          /line\.statement_ids\[1\] not in \(select statement_id from read\.bank_arrived\)/,
          'false',
        ),
      ),
    },
  ],
  ['a round does not wait for the read models', { isHasty: true, query: served }],
])

/**
 * Faults in a file's mapping. A shop that imports with all of these faults approves orders that it
 * must not; the order's fate shows which fault was found.
 */
const columnFaults = new Map<string, Placed['fate']>([
  ['the currency is not checked', 'in dollars'],
  ['a pending state counts as success', 'not arrived'],
])
const withColumnFaults = (mapping: StatementMapping): StatementMapping => ({
  ...mapping,
  columns: { ...mapping.columns, currency: null },
  states: { ...mapping.states, offen: 'arrived' },
})

/**
 * The orders that a round with the fault would approve now. It reads the shop's real log and tables
 * through the faulty queries. Its writes are discarded, so one history can test all faults.
 */
const dreamed = async (shop: Shop, { query, isAlone }: Fault): Promise<string[]> => {
  const approved: string[] = []
  const eventStore = {
    ...shop.eventStore,
    append: async (...[stream, events]: Parameters<Shop['eventStore']['append']>) => {
      for (const { type, data } of events)
        if (type === 'OrderApproved' && stream.startsWith('order-'))
          approved.push(String(data.orderId))
      return { ok: true, position: 0n, revision: 0, repeated: false } as const
    },
  }
  const pool: Shop['pool'] = Object.assign(Object.create(shop.pool), {
    query: async (text: string, ...given: unknown[]) => {
      if (/^\s*(insert into|delete from|update) /.test(text)) return nothing
      const answer = query(text)
      if (answer !== undefined && typeof answer !== 'string') return answer
      return shop.pool.query(answer ?? text, ...(given as []))
    },
    connect: () => shop.pool.connect(),
  })
  const money = moneyOf(shop, { eventStore, pool })
  await (isAlone ? autoApprove : approveAlone)(money, newMemory())
  return approved
}

const approvedIn = async ({ pool }: Pick<Shop, 'pool'>) =>
  new Map(
    (
      await pool.query<{ id: string; times: number }>(
        `select data ->> 'orderId' as id, count(*)::int as times from event_log.event
         where type = 'OrderApproved' and metadata -> 'actor' ->> 'id' = 'auto-approve'
         group by 1`,
      )
    ).rows.map(({ id, times }) => [id, times]),
  )

const letters = (number: number) =>
  [...String(number)].map((digit) => String.fromCharCode(65 + Number(digit))).join('')

let customers = 1_000
/** Places an order with the given fate, after other orders without money that the fate needs. */
const place = async (shop: Shop, number: number, fate: Placed['fate']): Promise<Placed[]> => {
  customers += 7
  const payer = `${letters(customers)}MA ${letters(customers * 3)}WU`
  const quantity = 1 + number
  const amount = straight.price * quantity
  const products = [{ ...straight, productname: 'Bone Straight', quantity, amount }]
  const order = async (sha256: string, accountname = payer) => {
    const files = [await uploaded(shop, sha256)]
    const changes = { accountname, files, products, amount: amount + 2_500 }
    const { body, status } = await submit(shop, await formOf(shop, changes))
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body.orderId as string
  }
  const totalKobo = (amount + 2_500) * 100
  const orderId = await order(`proof ${customers}`)
  const others: string[] = []
  if (fate === 'of a payer with two orders') others.push(await order(`another ${customers}`))
  if (fate === 'with the proof of another')
    others.push(await order(`proof ${customers}`, 'Somebody Else'))
  if (fate === 'named with another') others.push(await order(`another ${customers}`, 'No Payer'))
  if (fate === 'asked about')
    await shop.call('POST', `/api/admin/orders/${orderId}/question`, { kind: 'proof', text: 'Why' })
  if (fate === 'archived') await shop.call('DELETE', `/api/admin/delete-order/${orderId}`)
  if (fate === 'undone') {
    const { body } = await approve(shop, orderId)
    await undo(shop, orderId, body.position)
  }
  return [
    ...others.map((id): Placed => ({ orderId: id, payer, totalKobo, fate: 'without money' })),
    { orderId, payer, totalKobo, fate, beside: others[0] },
  ]
}

/**
 * Runs one history: three files, with rounds of approvals during their imports, before the read
 * models have them, and after. Returns the orders that must not have been approved, and the faults
 * that would have approved one.
 *
 * @param tried the faults to try in rounds whose writes are discarded
 */
const live = async (
  tried: readonly string[],
  mappingOf = (mapping: StatementMapping): StatementMapping => mapping,
) => {
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
  for (const [number, fate] of fates.entries()) orders.push(...(await place(shop, number, fate)))
  const placed = new Map(orders.map((order) => [order.orderId, order]))
  const rows = rowsOf(orders, dice)
  const money = moneyOf(shop)
  const memory = newMemory()
  const problems: { fate: Placed['fate']; problem: string }[] = []
  const found = new Map<string, string>()
  const decided = { archived: new Set<string>(), undone: new Set<string>() }
  let seen = new Map<string, number>()
  let [imported, begun] = [0, 0]
  const problemOf = (orderId: string) => {
    const order = placed.get(orderId)
    if (!order) return { fate: 'without money' as const, problem: 'nobody knows the order' }
    const problem = mustNot(order, rows, { imported, begun, orderedOn, ...decided })
    return problem === null ? null : { fate: order.fate, problem }
  }
  const dream = async (counts: (fault: Fault) => boolean) => {
    for (const name of tried) {
      const fault = faults.get(name)
      if (!fault || found.has(name) || !counts(fault)) continue
      const [first] = (await dreamed(shop, fault)).flatMap((id) => problemOf(id) ?? [])
      if (first) found.set(name, `${first.fate}: ${first.problem}`)
    }
  }
  const round = async () => {
    await approveAlone(money, memory)
    const approved = await approvedIn(shop)
    for (const [orderId, times] of approved) {
      const before = seen.get(orderId) ?? 0
      const problem = times > before ? problemOf(orderId) : null
      if (problem) problems.push(problem)
    }
    seen = approved
  }
  const ofFate = (fate: Placed['fate']) =>
    orders.filter((order) => order.fate === fate).map(({ orderId }) => orderId)
  /** People undo automatic approvals, and archive orders whose money has come. */
  const decide = async () => {
    for (const orderId of ofFate('undone afterwards')) {
      if (!seen.has(orderId) || decided.undone.has(orderId)) continue
      const last = (await shop.eventStore.readStream(orderStream(orderId))).at(-1)
      expect((await undo(shop, orderId, String(last?.position))).status).toBe(200)
      decided.undone.add(orderId)
    }
    for (const orderId of ofFate('archived afterwards')) {
      if (decided.archived.has(orderId)) continue
      const archived = await shop.call('DELETE', `/api/admin/delete-order/${orderId}`)
      expect(archived.status).toBe(200)
      decided.archived.add(orderId)
    }
    await shop.project()
  }
  await shop.project()
  for (const file of [0, 1, 2]) {
    const ofFile = rows.filter((row) => row.file === file)
    begun = file + 1
    if (ofFile.length > 0) {
      const bytes = fileOf(ofFile, dice)
      const guess = await previewOf(shop, bytes)
      if (!guess.result?.mapping) throw new Error(JSON.stringify(guess.body))
      const { columns } = guess.result.mapping
      const mapping = mappingOf({
        ...guess.result.mapping,
        columns: { ...columns, state: columns.state ?? stateColumn },
        states: meanings,
      })
      const { result } = await previewOf(shop, bytes, { mapping })
      middle = async () => {
        await shop.project()
        // The import holds the lock that all other rounds need.
        await dream(({ isAlone }) => isAlone === true)
        await round()
      }
      const { status, body } = await importPreview(shop, result.previewId, { confirm: true })
      middle = null
      if (status !== 201) throw new Error(JSON.stringify(body))
    }
    imported = file + 1
    // Before the read models have the file, only a hasty round approves anything.
    await dream(({ isHasty }) => isHasty === true)
    await round()
    await shop.project()
    await dream(() => true)
    // An order whose money has come is archived before a round could approve it.
    await decide()
    if (file === 2 || below(3) === 0) await round()
    await decide()
  }
  await dream(() => true)
  await round()
  return { problems, found, stays: ofFate('stays'), undone: ofFate('undone afterwards'), seen }
}

const repeat = `TEST_SEED=${seed}`
/** For each fault, an order that it would have approved. */
const found = new Map<string, string>()
/** Only some faults, because a history with all of them takes twice as long. */
const tried = someOf([...faults.keys()], 2)
const missing = () => tried.filter((name) => !found.has(name))
const least = repetitions({ usual: 1, long: 40 })
/** The maximum number of histories in which to look for a fault. */
const most = 8

test('no order is approved automatically unless its money is there at that moment', async () => {
  for (let history = 0; history < least || (history < most && missing().length > 0); history++) {
    const lived = await live(tried)
    expect(lived.problems, repeat).toEqual([])
    // An order whose money is there is approved; if a person undid its approval, it is not approved
    // again.
    for (const orderId of lived.stays) expect(lived.seen.get(orderId), repeat).toBe(1)
    for (const orderId of lived.undone) expect(lived.seen.get(orderId), repeat).toBe(1)
    for (const [name, what] of lived.found) found.set(name, what)
  }
})

test.each(tried)('a planted fault is found: %s', (name) => {
  expect(found.get(name), repeat).toBeDefined()
})

test('planted faults in the columns of a file are found: its currency, and its state', async () => {
  const wrong = new Set<string>()
  const unfound = () => [...columnFaults].filter(([, fate]) => !wrong.has(fate))
  for (let history = 0; history < most && unfound().length > 0; history++)
    for (const { fate } of (await live([], withColumnFaults)).problems) wrong.add(fate)
  expect(unfound(), repeat).toEqual([])
})
