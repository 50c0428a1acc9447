import { createHash } from 'node:crypto'
import { resultOf } from '@strand/contracts/answer'
import { pageOf } from '@strand/contracts/list'
import { BankLineRow } from '@strand/contracts/money/bank-line'
import type { BankLineEvent } from '@strand/contracts/money/bank-line.events'
import { plainReference } from '@strand/contracts/money/matching/codes'
import { OrderPayment, orderPaymentEndpoints } from '@strand/contracts/money/order-payment'
import { eventually } from '@strand/platform/testing/eventually'
import {
  bankLineOf,
  statementOf,
  theAccount,
  theStatement,
} from '@strand/projections/testing/money'
import { expect, test } from 'vitest'
import { openTestShop } from '../../testing/test-shop.ts'

const [one, two] = ['7K3Q-ZM9X-WD4T', '8K3Q-ZM9X-WD4T']
const [twelfth, evening] = ['2026-11-12T09:00:00.000Z', '2026-11-12T20:00:00.000Z']

/**
 * Opens a shop whose orders are for ₦94,000, of 12 November, by `Chioma Okafor`, unless a test says
 * otherwise.
 */
const openPaidShop = async (options?: Parameters<typeof openTestShop>[0]) => {
  const shop = await openTestShop(options)
  shop.clock.now = new Date('2026-11-20T12:00:00.000Z')
  const place = async (
    orderId: string,
    personal: Parameters<Awaited<ReturnType<typeof shop.order>>['created']>[0] = {},
    data: Parameters<Awaited<ReturnType<typeof shop.order>>['created']>[1] = {},
    at = twelfth,
  ) => {
    const order = await shop.order(orderId)
    const created = order.created({ accountName: 'Chioma Okafor', ...personal }, data)
    await shop.append(`order-${orderId}`, [created], { at })
    return order
  }
  const endImport = (statementId = theStatement) =>
    shop.append(`bank-statement-${statementId}`, [
      statementOf({ statementId, from: '2020-01-01', to: '2020-01-01' }),
    ])
  let isImported = false
  /** Adds a line of an imported statement; `what` overrides its fields. */
  const line = async (what: Parameters<typeof bankLineOf>[1] = {}) => {
    if (!isImported) await endImport()
    isImported = true
    const made = await bankLineOf(shop.personalData, { amountKobo: 9_400_000, ...what })
    const append = (...events: BankLineEvent[]) => shop.append(`bank-line-${made.lineId}`, events)
    await append(made.recorded)
    return { ...made, append }
  }
  const answer = async (orderId: string, headers: Record<string, string> = {}) => {
    const got = await shop.get(`/api/admin/orders/${orderId}/payment`, 'auditor', headers)
    expect(got.status).toBe(200)
    return resultOf(OrderPayment).parse(got.json()).result
  }
  const candidates = async (orderId: string) =>
    (await answer(orderId)).candidates.map(({ rule, only, lines, amountKobo }) => ({
      rule,
      only,
      amountKobo,
      lines: lines.map(({ lineId }) => lineId),
    }))
  return { shop, place, line, endImport, answer, candidates }
}

test('without a statement an order has no candidates, and an unknown order is a 404', async () => {
  const { shop, place, answer } = await openPaidShop()
  await place(one)
  expect(await answer(one)).toEqual({
    expectedKobo: 9_400_000,
    receivedKobo: 0,
    state: 'none',
    allocations: [],
    lines: [],
    candidates: [],
    newestLineOn: null,
    covered: false,
    toleranceKobo: 0,
    takenBack: [],
    owed: [],
    leftToPeople: null,
    evidence: 'optional',
  })
  for (const unknown of [two, 'x'])
    expect((await shop.get(`/api/admin/orders/${unknown}/payment`, 'auditor')).status).toBe(404)
  expect((await shop.get(`/api/admin/orders/${one}/payment`)).status).toBe(401)
})

test('lists which of the given orders have money that was matched or that fits', async () => {
  const { shop, place, line } = await openPaidShop()
  const three = '9K3Q-ZM9X-WD4T'
  const withMoney = async (...ids: string[]) => {
    const answer = await shop.get(
      `/api/admin/orders/with-money?ids=${ids.join(',').toLowerCase()}`,
      'auditor',
    )
    expect(answer.status).toBe(200)
    const { listOrdersWithMoney } = orderPaymentEndpoints
    return listOrdersWithMoney.response[200]
      .parse(answer.json())
      .result.map(({ orderId, money }) => [
        orderId,
        money.map(({ line, amountKobo }) => [line.lineId, amountKobo]),
      ])
  }
  for (const [id, accountName] of [
    [one, 'Chioma Okafor'],
    [two, 'Aisha Bello'],
    [three, 'Musa Eze'],
  ] as const)
    await place(id, { accountName })
  expect(await withMoney(one, two, three)).toEqual([])
  const fitting = await line()
  const matched = await line({ narration: 'CASH', amountKobo: 5_000 })
  await matched.append(matched.matched([{ orderId: two, amountKobo: 5_000 }]))
  expect(await withMoney(three, two, one, one, 'AAAA-0000-0000', 'x')).toEqual([
    [two, [[matched.lineId, 5_000]]],
    [one, [[fitting.lineId, 9_400_000]]],
  ])
  expect((await shop.get(`/api/admin/orders/with-money?ids=${one}`)).status).toBe(401)
  expect((await shop.get('/api/admin/orders/with-money?ids=', 'auditor')).status).toBe(400)
})

test('a payment code or a full name is the only match until a second order or line fits too', async () => {
  const { place, line, candidates } = await openPaidShop()
  await place(one)
  await place(two, { accountName: 'Aisha Bello' }, { paymentCode: 'ACDE-FGHJ' })
  const named = await line()
  const coded = await line({ narration: 'NIP/UBA/SOMEBODY ELSE/acde fghj' })
  const kobo = { amountKobo: 9_400_000 }
  expect(await candidates(one)).toEqual([
    { rule: 'names', only: true, lines: [named.lineId], ...kobo },
  ])
  expect((await candidates(two))[0]).toEqual({
    rule: 'code',
    only: true,
    lines: [coded.lineId],
    ...kobo,
  })
  await place('9K3Q-ZM9X-WD4T', {}, {}, evening)
  expect(await candidates(one)).toMatchObject([{ rule: 'names', only: false }])
  expect(await candidates('9K3Q-ZM9X-WD4T')).toMatchObject([{ rule: 'names', only: false }])
  await named.append(named.matched([{ orderId: one, ...kobo }]))
  const second = await line({ narration: 'TRF FROM CHIOMA OKAFOR' })
  expect(await candidates('9K3Q-ZM9X-WD4T')).toEqual([
    { rule: 'names', only: true, lines: [second.lineId], ...kobo },
  ])
  await line({ narration: 'TRF FROM OKAFOR CHIOMA' })
  expect(await candidates('9K3Q-ZM9X-WD4T')).toMatchObject([{ only: false }, { only: false }])
})

test('sums of lines and differing amounts are offered as choices', async () => {
  const { place, line, candidates, answer } = await openPaidShop()
  await place(one)
  await place(two, {}, { total: 6_000 })
  const both = await line({ amountKobo: 10_000_000 })
  const [sum] = (await answer(one)).candidates
  expect(sum).toMatchObject({ rule: 'sum', only: false, alsoPays: [two], amountKobo: 10_000_000 })
  await both.append(both.setAside('other', null))
  const less = await line({ amountKobo: 9_000_000 })
  expect(await candidates(one)).toEqual([
    { rule: 'difference', only: false, lines: [less.lineId], amountKobo: 9_000_000 },
  ])
})

test('allocated money belongs to the order, and only free money is a candidate', async () => {
  const { shop, place, line, answer, candidates } = await openPaidShop()
  const order = await place(one)
  const [first, second] = [
    await line({ amountKobo: 4_000_000 }),
    await line({ amountKobo: 5_400_000 }),
  ]
  await first.append(first.matched([{ orderId: one, amountKobo: 4_000_000 }]))
  expect(await answer(one)).toMatchObject({
    state: 'part',
    receivedKobo: 4_000_000,
    newestLineOn: '2026-11-12',
    allocations: [{ lineId: first.lineId, amountKobo: 4_000_000 }],
    lines: [{ lineId: first.lineId, status: 'matched', allocatedKobo: 4_000_000 }],
    candidates: [{ rule: 'names', only: true, lines: [{ lineId: second.lineId }] }],
  })
  await second.append(second.matched([{ orderId: one, amountKobo: 5_400_000 }]))
  expect(await answer(one)).toMatchObject({ state: 'exact', candidates: [] })
  await line()
  expect(await candidates(one)).toEqual([])
  await second.append(second.unmatched([one]))
  expect(await answer(one)).toMatchObject({ state: 'part' })
  expect(await candidates(one)).not.toEqual([])
  await shop.append(`order-${one}`, [order.approved()], { at: evening })
  expect(await answer(one)).toMatchObject({ state: 'part', candidates: [] })
})

test('probable duplicates and money that the bank took back are not candidates', async () => {
  const { place, line, candidates } = await openPaidShop()
  await place(one)
  const known = await line({ narration: 'TRF FROM CHIOMA OKAFOR' })
  const again = await line({ probablySameAs: known.lineId })
  expect(await candidates(one)).toMatchObject([{ only: true, lines: [known.lineId] }])
  await again.append(again.keptApart(known.lineId))
  expect(await candidates(one)).toMatchObject([{ only: false }, { only: false }])
  const narration = 'RVSL TRF FROM CHIOMA OKAFOR'
  await line({ amountKobo: -9_400_000, bookedOn: '2026-11-13', narration })
  expect(await candidates(one)).toMatchObject([{ only: true, lines: [again.lineId] }])
  // The debit may take back the other line or a third line, so a person has to choose.
  await line({ amountKobo: -9_400_000, bookedOn: '2026-11-14', narration: 'RVSL NIP INWARD' })
  expect(await candidates(one)).toEqual([])
  await line({ bookedOn: '2026-11-14', narration: 'NIP/UBA/BELLO AISHA' })
  expect(await candidates(one)).toMatchObject([{ only: false, lines: [again.lineId] }])
})

test('a line is not a candidate until its import ends, and money taken back is not received', async () => {
  const { place, line, endImport, answer, candidates } = await openPaidShop()
  await place(one)
  const statementId = '88888888-8888-4888-8888-888888888888'
  const credit = await line({ statementId })
  expect(await candidates(one)).toEqual([])
  await endImport(statementId)
  expect(await candidates(one)).toMatchObject([{ only: true, lines: [credit.lineId] }])
  await credit.append(credit.matched([{ orderId: one, amountKobo: 9_400_000 }]))
  expect(await answer(one)).toMatchObject({ state: 'exact', receivedKobo: 9_400_000 })
  const debit = await line({
    amountKobo: -9_400_000,
    narration: 'RVSL NIP/GTB/OKAFOR CHIOMA A/hair',
  })
  expect(await answer(one)).toMatchObject({
    state: 'none',
    receivedKobo: 0,
    allocations: [{ lineId: credit.lineId, amountKobo: 9_400_000 }],
    lines: [{ lineId: credit.lineId, reversedBy: debit.lineId }],
  })
  const again = await line({ bookedOn: '2026-11-13', reference: 'S2' })
  expect(await candidates(one)).toMatchObject([{ only: true, lines: [again.lineId] }])
})

test('no match is the only one for an order older than the compared credits', async () => {
  const { shop, place, line, candidates } = await openPaidShop()
  await place(one)
  await line({ bookedOn: '2026-11-13' })
  shop.clock.now = new Date('2027-03-11T12:00:00.000Z')
  expect(await candidates(one)).toMatchObject([{ only: true }])
  shop.clock.now = new Date('2027-03-12T12:00:00.000Z')
  await place(two)
  expect(await candidates(one)).toMatchObject([{ only: false }])
})

test('a payer whom staff matched to a differently named customer counts for their next order', async () => {
  const { shop, place, line, answer } = await openPaidShop()
  const known = { email: 'chioma@post.example', phone: '0803 123 4567' }
  const first = await place(one, known)
  const paid = await line({ narration: 'NIP/UBA/BELLO AISHA/hair' })
  await paid.append(paid.matched([{ orderId: one, amountKobo: 9_400_000 }]))
  const [byPhone, byNobody] = [two, '9K3Q-ZM9X-WD4T']
  await place(byPhone, { email: 'other@post.example', phone: '+234 803 123 4567' }, {}, evening)
  await place(byNobody, { email: 'else@post.example', phone: '0809 999 9999' }, {}, evening)
  const next = await line({ narration: 'TRF FROM AISHA BELLO' })
  expect((await answer(byPhone)).candidates).toMatchObject([
    {
      rule: 'name',
      only: false,
      lines: [{ lineId: next.lineId }],
      signals: { names: false, history: true },
    },
  ])
  expect((await answer(byNobody)).candidates).toEqual([])
  await shop.personalData.erase(first.key.id)
  await shop.append(`order-${one}`, [first.erased()])
  await eventually(async () => expect((await answer(byPhone)).candidates).toEqual([]))
})

test('an erased order has no candidates, and its texts match nothing', async () => {
  const { shop, place, line, candidates } = await openPaidShop()
  const order = await place(one)
  await place(two, { accountName: 'Erased Erased' })
  const erased = await line()
  await erased.eraseKey()
  await erased.append(erased.textErased())
  await shop.personalData.erase(order.key.id)
  await shop.append(`order-${one}`, [order.erased()])
  expect(await candidates(one)).toEqual([])
  expect(await candidates(two)).toEqual([])
})

test('an order is covered if statements leave out no day since it was placed', async () => {
  const { shop, place, line, answer } = await openPaidShop()
  await place(one)
  const statement = async (statementId: string, bankAccountId: string, from: string, to: string) =>
    shop.append(`bank-statement-${statementId}`, [
      statementOf({ statementId, bankAccountId, from, to }),
    ])
  const ids = [1, 2, 3].map((n) => `${n}2222222-2222-4222-8222-222222222222`) as [
    string,
    string,
    string,
  ]
  await statement(ids[0], theAccount, '2026-11-01', '2026-11-12')
  expect(await answer(one)).toMatchObject({ covered: true })
  await line({ bookedOn: '2026-11-15' })
  await statement(ids[1], theAccount, '2026-11-14', '2026-11-15')
  expect(await answer(one)).toMatchObject({ covered: false, newestLineOn: '2026-11-15' })
  await statement(ids[2], ids[2], '2026-11-13', '2026-11-13')
  expect(await answer(one)).toMatchObject({ covered: true })
})

test('a read includes what its caller has just matched', async () => {
  const { shop, place, line } = await openPaidShop({ projectors: true })
  await place(one)
  const { matched, unmatched, append } = await line()
  await shop.caughtUp()
  for (const round of [1, 2, 3, 4]) {
    const amountKobo = round * 1_000_000
    const position = await append(matched([{ orderId: one, amountKobo }]))
    const answer = await shop.app.inject({
      url: `/api/admin/orders/${one}/payment`,
      headers: { authorization: 'Bearer auditor', 'x-min-position': String(position) },
    })
    expect(answer.headers['x-stale']).toBe(undefined)
    expect(answer.json().result.receivedKobo).toBe(amountKobo)
    // A line pays for an order only once: the rest of the line is not a candidate for the same
    // order.
    expect(answer.json().result.candidates).toEqual([])
    await append(unmatched([one]))
  }
})

test('a reference read from a proof is compared with the lines, even without a new event', async () => {
  const { shop, place, line, candidates } = await openPaidShop()
  await place(one, { accountName: 'Aisha Bello' })
  const paid = await line({
    reference: '000013-2511-1209-3041',
    narration: 'NIP/UBA/MUSA GARBA/HAIR',
  })
  expect(await candidates(one)).toEqual([])
  const hmacs = ['0000132511 12093041', '999999999999'].flatMap((reference) =>
    shop.hmacsOfReference(plainReference(reference) ?? ''),
  )
  await shop.pool.query(
    'insert into proof_reference (order_id, hmac) select $1, unnest($2::bytea[])',
    [one, hmacs],
  )
  const [found] = await eventually(
    () => candidates(one),
    ({ length }) => length > 0,
  )
  expect(found).toMatchObject({ rule: 'reference', only: true, lines: [paid.lineId] })
})

test("an order's payment says what the bank took back, and whether someone has dealt with it", async () => {
  const { shop, place, line, answer } = await openPaidShop()
  const order = await place(one)
  const [credit, debit] = [await line(), await line({ amountKobo: -9_400_000 })]
  const taken = { lineId: credit.lineId, debitLineId: debit.lineId }
  await shop.append(`order-${one}`, [order.approved()])
  expect((await answer(one)).takenBack).toEqual([])
  await shop.append(`order-${one}`, [order.takenBack(taken, 9_400_000, false)])
  const told = {
    ...taken,
    amountKobo: 9_400_000,
    takenBackOn: '2026-11-14',
    isCertain: false,
    outcome: null,
  }
  expect((await answer(one)).takenBack).toEqual([told])
  await shop.append(`order-${one}`, [order.takenBackSeenTo(credit.lineId)])
  expect((await answer(one)).takenBack).toEqual([{ ...told, outcome: expect.any(String) }])
})

test('a line that fits several orders lists them all until one of them has its money', async () => {
  const { shop, place, line, answer } = await openPaidShop()
  const order = await place(one)
  await place(two)
  const { lineId } = await line()
  const paid = await line({ narration: 'NIP/UBA/MUSA GARBA' })
  const row = async () => {
    const got = await shop.get('/api/admin/bank-lines', 'auditor')
    const { data } = pageOf(BankLineRow).parse(got.json()).result
    const found = data.find((one) => one.lineId === lineId)
    return [found?.best, ...(found?.others ?? [])].map((offered) => [
      offered?.orderId,
      offered?.dueKobo,
      offered?.only,
    ])
  }
  expect(await row()).toEqual([
    [one, 9_400_000, false],
    [two, 9_400_000, false],
  ])
  await shop.append(`order-${one}`, [order.approved()], { at: evening })
  expect(await row()).toEqual([[two, 9_400_000, false]])
  expect((await answer(two)).candidates).toMatchObject([{ only: false, alsoFits: [one] }])
  await paid.append(paid.matched([{ orderId: one, amountKobo: 9_400_000 }]))
  expect(await row()).toEqual([[two, 9_400_000, true]])
  expect((await answer(two)).candidates).toMatchObject([{ only: true, alsoFits: [] }])
})

test('a line that no pending order fits shows the approved order that it fits or names', async () => {
  const { shop, place, line } = await openPaidShop()
  const order = await place(one, {}, { paymentCode: 'ACDE-FGHJ' })
  await shop.append(`order-${one}`, [order.approved()], { at: evening })
  const named = await line()
  const again = await line({ narration: 'NIP/UBA/SOMEBODY ELSE/acde fghj' })
  const approved = async () => {
    const got = await shop.get('/api/admin/bank-lines', 'auditor')
    const { data } = pageOf(BankLineRow).parse(got.json()).result
    expect(data.map(({ best }) => best)).toEqual(data.map(() => null))
    return new Map(data.map((row) => [row.lineId, row.approved]))
  }
  const fits = { orderId: one, customer: 'Ada Okafor', status: 'confirmed', dueKobo: 9_400_000 }
  const unpaid = await approved()
  expect(unpaid.get(named.lineId)).toMatchObject({ ...fits, rule: 'names' })
  expect(unpaid.get(again.lineId)).toMatchObject({ ...fits, rule: 'code' })
  await named.append(named.matched([{ orderId: one, amountKobo: 9_400_000 }]))
  const nowPaid = await approved()
  expect(nowPaid.get(named.lineId)).toBeNull()
  expect(nowPaid.get(again.lineId)).toMatchObject({ ...fits, dueKobo: 0, rule: 'difference' })
  await shop.append(`order-${one}`, [order.archived('confirmed')])
  expect((await approved()).get(again.lineId)).toBeNull()
})

test('an unmatched line names the order that it most likely pays for', async () => {
  const { shop, place, line } = await openPaidShop()
  const order = await place(one)
  await place(two, { accountName: 'Aisha Bello' }, { paymentCode: 'ACDE-FGHJ', total: 6_000 })
  const named = await line()
  const short = await line({ amountKobo: 595_000, narration: 'NIP/UBA/SOMEBODY/ACDEFGHJ' })
  const stranger = await line({ amountKobo: 100, narration: 'NIP/UBA/MUSA GARBA' })
  const debit = await line({ amountKobo: -100 })
  const rows = async () => {
    const got = await shop.get('/api/admin/bank-lines', 'auditor')
    const { data } = pageOf(BankLineRow).parse(got.json()).result
    return new Map(data.map(({ lineId, best }) => [lineId, best]))
  }
  const listed = await rows()
  expect(listed.get(named.lineId)).toMatchObject({
    orderId: one,
    customer: 'Ada Okafor',
    rule: 'names',
    only: true,
  })
  expect(listed.get(short.lineId)).toMatchObject({ orderId: two, rule: 'difference', only: false })
  expect([listed.get(stranger.lineId), listed.get(debit.lineId)]).toEqual([null, null])
  await shop.append(`order-${one}`, [order.approved()], { at: evening })
  expect((await rows()).get(named.lineId)).toBe(null)
})

test('an unmatched line says why its order needs a person', async () => {
  const { shop, place, line } = await openPaidShop()
  const file = { fileUid: crypto.randomUUID(), type: 'image/png' as const, size: 12 }
  const proof = (key: string) => ({
    files: [{ ...file, key, sha256: createHash('sha256').update(key).digest('hex') }],
  })
  const order = await place(one, {}, proof('one'))
  const { lineId } = await line()
  const reason = async () => {
    const got = await shop.get('/api/admin/bank-lines', 'auditor')
    const { data } = pageOf(BankLineRow).parse(got.json()).result
    const best = data.find((found) => found.lineId === lineId)?.best
    return best?.only ? best.leftToPeople : best
  }
  expect(await reason()).toBeNull()
  await place(two, { accountName: 'Aisha Bello' }, proof('one'))
  expect(await reason()).toBe('same-proof')
  await shop.append(`order-${one}`, [order.asked('Which colour?')])
  expect(await reason()).toBe('question')
  await shop.append(`order-${one}`, [order.answered('Black'), order.proposed()])
  expect(await reason()).toBe('proposal')
  await shop.append(`order-${one}`, [order.approved(), order.undone('confirmed', 'pending')])
  expect(await reason()).toBe('undone')
})
