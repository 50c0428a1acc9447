import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { orderStreamEvents } from '@strand/contracts/order/events'
import { orderStream } from '@strand/contracts/order/id'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { expect, test } from 'vitest'
import { openShop, placed, type Shop, userIds } from '../../testing/test-shop.ts'
import {
  approve,
  byLines,
  lineOf,
  matchByHand,
  moneyOf,
  paidBy,
  rowsOf,
  saidOf,
  statusOf,
  totalKobo,
  undo,
} from './testing/money-shop.ts'

const lastOf = async ({ eventStore }: Shop, orderId: string) => {
  const stored = (await eventStore.readStream(orderStream(orderId))).at(-1)
  if (!stored) throw new Error('no event')
  return { ...orderStreamEvents.decode(stored), position: stored.position }
}

test('an approval matches its lines first, and its answer has the order’s position', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  const lineIds = [await lineOf(shop, { amountKobo: 5_250_000 }), await lineOf(shop)]
  const [first = '', second = ''] = lineIds
  const evidence = byLines([first.toUpperCase(), 5_250_000], [second, 10_000_000])
  const { status, body, headers } = await approve(shop, orderId, evidence)
  expect([status, body.message]).toEqual([200, `Order ${orderId} has been approved`])
  const approved = await lastOf(shop, orderId)
  expect(approved.event).toMatchObject({
    type: 'OrderApproved',
    data: { evidence: byLines([first, 5_250_000], [second, 10_000_000]) },
  })
  expect([headers['x-position'], body.position]).toEqual(Array(2).fill(String(approved.position)))
  for (const [lineId, amountKobo] of [
    [first, 5_250_000],
    [second, 10_000_000],
  ] as const) {
    const [said, ...others] = await saidOf(shop, lineId)
    expect(others).toEqual([])
    expect(said?.event).toEqual({
      type: 'BankLineMatched',
      data: {
        lineId,
        allocations: [{ orderId, amountKobo }],
        rule: 'by hand',
        approving: approved.metadata.causationId,
      },
    })
    expect(said?.metadata.actor).toEqual({ kind: 'staff', id: userIds.administrator })
    expect(said && said.position < approved.position).toBe(true)
  }
  expect(await rowsOf(shop, orderId)).toEqual([])
})

test('the rule that would have matched the line too is recorded', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  const lineId = await lineOf(shop, {}, { payer: '', narration: orderId, reference: '' })
  expect((await approve(shop, orderId, byLines([lineId]))).status).toBe(200)
  expect((await saidOf(shop, lineId))[0]?.event).toMatchObject({ data: { rule: 'code' } })
})

test('a refused approval writes nothing', async () => {
  const shop = await openShop()
  const [orderId, other] = [await placed(shop), await placed(shop)]
  const [lineId, aside, taken] = [await lineOf(shop), await lineOf(shop), await lineOf(shop)]
  const same = await lineOf(shop, { probablySameAs: randomUUID() })
  const debit = await lineOf(shop, { amountKobo: -totalKobo })
  await shop.call('POST', `/api/admin/bank-lines/${aside}/set-aside`, { kind: 'own' })
  await matchByHand(shop, taken, other, 1)
  const before = await shop.eventStore.headPosition()
  const refused = async (...lines: Parameters<typeof byLines>) => {
    const { status, body } = await approve(shop, orderId, byLines(...lines))
    return [status, body.details?.[0]?.path]
  }
  expect(await refused([lineId, totalKobo - 1])).toEqual([409, undefined])
  expect(await refused([lineId, 1], [lineId])).toEqual([400, 'evidence.lines.1.lineId'])
  expect(await refused([lineId], [randomUUID(), 1])).toEqual([404, undefined])
  expect(await refused([lineId], ['no line', 1])).toEqual([404, undefined])
  for (const closed of [aside, taken, same, debit])
    expect(await refused([lineId, 1], [closed])).toEqual([409, undefined])
  for (const evidence of [{ lines: [] }, {}, { without: ' ' }, { lines: [{ lineId }] }])
    expect((await approve(shop, orderId, evidence as never)).status).toBe(400)
  await approve(shop, other)
  const { status } = await approve(shop, other, byLines([lineId]))
  expect(status).toBe(409)
  expect(await shop.eventStore.headPosition()).toBe(before + 1n)
  expect(await paidBy(shop, lineId)).toEqual([])
  expect(await rowsOf(shop, orderId)).toEqual([])
})

/** A log in which someone else acts just before the first event of a given type is appended. */
const interrupted = () => {
  const interruption = { before: '', act: async () => {} }
  const changes = (store: EventStore): EventStore => ({
    ...store,
    append: async (stream, events, expected) => {
      if (events.some(({ type }) => type === interruption.before)) {
        interruption.before = ''
        await interruption.act()
      }
      return store.append(stream, events, expected)
    },
  })
  return { interruption, changes }
}

test('if a line is taken in the meantime, the earlier ones are freed, and the order stays pending', async () => {
  const { interruption, changes } = interrupted()
  const shop = await openShop(changes)
  const [orderId, other] = [await placed(shop), await placed(shop)]
  const [first, second] = [await lineOf(shop), await lineOf(shop)]
  Object.assign(interruption, {
    before: 'BankLineMatched',
    act: () => matchByHand(shop, second, other),
  })
  const key = { 'idempotency-key': randomUUID() }
  const evidence = byLines([first], [second, 1])
  const { status, body } = await approve(shop, orderId, evidence, { headers: key })
  const taken = new RegExp(
    `^You used this line for order ${other} \\d+ s ago: the line does not have that much money left$`,
  )
  expect([status, body.message]).toEqual([409, expect.stringMatching(taken)])
  expect(await statusOf(shop, orderId)).toBe('pending')
  expect(await paidBy(shop, first)).toEqual([])
  expect((await saidOf(shop, first)).at(-1)?.event).toMatchObject({
    type: 'BankLineUnmatched',
    data: { orderIds: [orderId], cause: 'not approved' },
  })
  expect(await rowsOf(shop, orderId)).toEqual([])

  // A refused command is decided again when it is sent again.
  await shop.call('POST', `/api/admin/bank-lines/${second}/unmatch`, { reason: 'Wrong order' })
  expect((await approve(shop, orderId, evidence, { headers: key })).status).toBe(200)
  expect(await paidBy(shop, first)).toMatchObject([{ orderId }])
})

test('if the order is approved in the meantime without the lock, its lines are freed', async () => {
  const { interruption, changes } = interrupted()
  const shop = await openShop(changes)
  const orderId = await placed(shop)
  const lineId = await lineOf(shop)
  Object.assign(interruption, {
    before: 'BankLineMatched',
    act: async () => {
      const actor = { kind: 'staff', id: userIds.superadministrator } as const
      const origin = { commandId: randomUUID(), correlationId: 'past', at: shop.clock.now, actor }
      await moneyOf(shop).handle(orderId, () => ({ type: 'ApproveOrder' }), { origin })
    },
  })
  expect((await approve(shop, orderId, byLines([lineId]))).status).toBe(409)
  expect(await paidBy(shop, lineId)).toEqual([])
  expect((await lastOf(shop, orderId)).event.data).toMatchObject({ evidence: null })
  expect(await rowsOf(shop, orderId)).toEqual([])
})

test('if two people approve two orders with one line at once, one of them wins', async () => {
  const shop = await openShop()
  for (let round = 0; round < 4; round++) {
    const orders = [await placed(shop), await placed(shop)]
    const lineId = await lineOf(shop)
    const answers = await Promise.all(
      orders.map((orderId) => approve(shop, orderId, byLines([lineId]))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const statuses = await Promise.all(orders.map((orderId) => statusOf(shop, orderId)))
    expect(statuses).toEqual(
      answers.map(({ status }) => (status === 200 ? 'confirmed' : 'pending')),
    )
    const winner = orders[statuses.indexOf('confirmed')]
    expect(await paidBy(shop, lineId)).toMatchObject([{ orderId: winner, amountKobo: totalKobo }])
    const loser = answers.find(({ status }) => status === 409)
    expect(loser?.body.message).toMatch(new RegExp(`^You used this line for order ${winner} `))
  }
})

test('a command sent again, even at the same time, matches nothing twice', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  const lineId = await lineOf(shop, { amountKobo: 3 * totalKobo })
  const headers = { 'idempotency-key': randomUUID() }
  const send = () => approve(shop, orderId, byLines([lineId]), { headers })
  const [first, ...others] = await Promise.all([send(), send(), send()])
  const position = first?.body.position
  await undo(shop, orderId, position)
  for (const answer of [...others, await send()]) expect(answer.body).toEqual(first?.body)
  expect((await saidOf(shop, lineId)).map(({ event }) => event.type)).toEqual([
    'BankLineMatched',
    'BankLineUnmatched',
  ])
})

test('an amount matched by hand is not matched again, or increased', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  const [lineId, little] = [await lineOf(shop), await lineOf(shop)]
  await matchByHand(shop, lineId, orderId)
  await matchByHand(shop, little, orderId, 1)
  expect((await approve(shop, orderId, byLines([lineId], [little, 2]))).status).toBe(409)
  expect((await approve(shop, orderId, byLines([lineId], [little, 1]))).status).toBe(200)
  for (const matched of [lineId, little]) {
    expect(await saidOf(shop, matched)).toHaveLength(1)
    expect(await paidBy(shop, matched)).toMatchObject([{ approving: null }])
  }
})

test('a reason is sealed in the approval, under the order’s key', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  expect((await approve(shop, orderId, { without: 'Paid in cash' })).status).toBe(200)
  const [created] = await shop.eventStore.readStream(orderStream(orderId))
  const { event } = await lastOf(shop, orderId)
  if (event.type !== 'OrderApproved' || !event.data.evidence || 'lines' in event.data.evidence)
    throw new Error('no reason')
  const { without } = event.data.evidence
  expect(without.keyId).toBe((created?.data.personal as { keyId: string }).keyId)
  expect(await shop.personalData.open([without])).toEqual([{ text: 'Paid in cash' }])
})

test('a proposal matches nothing, and the second person can use its lines', async () => {
  const shop = await openShop(undefined, {}, { fourEyesAbove: 1 })
  const [orderId, lineId] = [await placed(shop), await lineOf(shop)]
  expect((await approve(shop, orderId, byLines([randomUUID()]))).status).toBe(404)
  expect((await approve(shop, orderId, byLines([lineId]))).status).toBe(202)
  expect((await lastOf(shop, orderId)).event.data).toMatchObject({ evidence: byLines([lineId]) })
  expect(await paidBy(shop, lineId)).toEqual([])
  const role = 'superadministrator'
  expect((await approve(shop, orderId, undefined, { role })).status).toBe(200)
  expect((await lastOf(shop, orderId)).event.data).toMatchObject({ evidence: byLines([lineId]) })
  expect(await paidBy(shop, lineId)).toMatchObject([{ orderId }])

  const own = await placed(shop)
  await approve(shop, own, byLines([await lineOf(shop)]))
  const better = await lineOf(shop)
  expect((await approve(shop, own, byLines([better]), { role })).status).toBe(200)
  expect((await lastOf(shop, own)).event.data).toMatchObject({ evidence: byLines([better]) })
})

test('a shop that asks for a reason accepts one, or money', async () => {
  const shop = await openShop(undefined, {}, { paymentEvidence: 'reason' })
  const orders = [await placed(shop), await placed(shop)]
  const [first = '', second = ''] = orders
  const asked = await approve(shop, first)
  expect([asked.status, asked.body.details?.[0]?.path]).toEqual([400, 'evidence'])
  expect(asked.body.message).toContain('only for a reason')
  expect((await approve(shop, first, { without: 'Cash' })).status).toBe(200)
  expect((await approve(shop, second, byLines([await lineOf(shop)]))).status).toBe(200)
})

test('a shop that requires money accepts a reason only from superadministrators', async () => {
  const shop = await openShop(undefined, {}, { paymentEvidence: 'required' })
  const [first, second] = [await placed(shop), await placed(shop)]
  const role = 'superadministrator'
  for (const [evidence, as] of [
    [undefined, {}],
    [{ without: 'Cash' }, {}],
    [undefined, { role }],
  ] as const)
    expect((await approve(shop, first, evidence, as)).status).toBe(409)
  expect((await approve(shop, first, { without: 'Cash' }, { role })).status).toBe(200)
  expect((await approve(shop, second, byLines([await lineOf(shop)]))).status).toBe(200)
})

test('in a shop that requires money, only superadministrators can take it off an approved order', async () => {
  const shop = await openShop(undefined, {}, { paymentEvidence: 'required' })
  const [first, second] = [await placed(shop), await placed(shop)]
  const lineId = await lineOf(shop)
  const unmatch = (as = {}) =>
    shop.call('POST', `/api/admin/bank-lines/${lineId}/unmatch`, { reason: 'It is Bola’s' }, as)
  expect((await approve(shop, first, byLines([lineId]))).status).toBe(200)
  const { status, body } = await unmatch()
  expect([status, body.message]).toEqual([
    409,
    `Order ${first} was approved with this money: undo its approval, or ask a superadministrator to unmatch the line`,
  ])
  const colleague = await approve(shop, second, byLines([lineId]), { role: 'superadministrator' })
  const taken = new RegExp(`^A colleague used this line for order ${first} \\d+ s ago: `)
  expect([colleague.status, colleague.body.message]).toEqual([409, expect.stringMatching(taken)])
  expect(await paidBy(shop, lineId)).toMatchObject([{ orderId: first }])

  // Once the approval is undone, nothing depends on the manual match any more.
  const { position } = await lastOf(shop, first)
  expect((await undo(shop, first, String(position))).status).toBe(200)
  await matchByHand(shop, lineId, first)
  expect((await unmatch()).status).toBe(200)
  expect((await approve(shop, second, byLines([lineId]))).status).toBe(200)
  expect((await unmatch({ role: 'superadministrator' })).status).toBe(200)
})

test('whoever unmatches the money of an approval learns that the order stays approved', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  const lineId = await lineOf(shop)
  const unmatch = async () =>
    (await shop.call('POST', `/api/admin/bank-lines/${lineId}/unmatch`, { reason: 'Bola’s' })).body
      .message
  await matchByHand(shop, lineId, orderId)
  expect(await unmatch()).toBe('The line no longer pays for an order')
  expect((await approve(shop, orderId, byLines([lineId]))).status).toBe(200)
  expect(await unmatch()).toBe(
    `The line no longer pays for an order. Order ${orderId} stays approved without this money: match other money, or undo the approval`,
  )
  expect(await statusOf(shop, orderId)).toBe('confirmed')
})

type Pair = [lineId: string, orderId: string]
const approveLinesAs = (shop: Shop, as: Parameters<Shop['call']>[3], ...pairs: Pair[]) => {
  const lines = pairs.map(([lineId, orderId]) => ({ lineId, orderId }))
  return shop.call('POST', '/api/admin/bank-lines/approve', { lines }, as)
}
const approveLines = (shop: Shop, ...pairs: Pair[]) => approveLinesAs(shop, {}, ...pairs)

test('many lines approve their orders in one call, each with its own outcome', async () => {
  const shop = await openShop()
  const [orderId, short, twice] = [await placed(shop), await placed(shop), await placed(shop)]
  const [whole, small, large] = [
    await lineOf(shop),
    await lineOf(shop, { amountKobo: totalKobo - 5_000 }),
    await lineOf(shop, { amountKobo: totalKobo + 900 }),
  ]
  const { status, body } = await approveLines(
    shop,
    [whole, orderId],
    [small, short],
    [large.toUpperCase(), twice.toLowerCase()],
  )
  expect([status, body.result, body.message]).toEqual([
    200,
    [whole, large],
    '2 of 3 orders have been approved with their bank transactions',
  ])
  expect(body.failed).toEqual([
    { id: small, message: 'The line does not have that much money left' },
  ])
  expect(await paidBy(shop, whole)).toMatchObject([{ orderId, amountKobo: totalKobo }])
  expect(await paidBy(shop, large)).toMatchObject([{ orderId: twice, amountKobo: totalKobo }])
  expect(await paidBy(shop, small)).toEqual([])
  expect(await statusOf(shop, short)).toBe('pending')
  for (const approved of [orderId, twice]) expect(await statusOf(shop, approved)).toBe('confirmed')
})

test('a bulk answer tells approvals from proposals, and has no position to undo for proposals', async () => {
  const shop = await openShop(undefined, {}, { fourEyesAbove: 1 })
  const proposed: Pair = [await lineOf(shop), await placed(shop)]
  const other: Pair = [await lineOf(shop), await placed(shop)]
  const first = await approveLines(shop, proposed)
  expect([first.status, first.body.result, first.body.positions]).toEqual([200, [proposed[0]], {}])
  expect(first.body.message).toBe(
    'You approved 1 of 1 orders with their bank transactions. Now a second person has to approve 1 of them too',
  )
  expect(first.headers['x-position']).toBe(String((await lastOf(shop, proposed[1])).position))

  const second = await approveLinesAs(shop, { role: 'superadministrator' }, proposed, other)
  expect(second.body.result).toEqual([proposed[0], other[0]])
  expect(Object.keys(second.body.positions)).toEqual([proposed[0]])
  expect(second.body.message).toBe(
    'You approved 2 of 2 orders with their bank transactions. Now a second person has to approve 1 of them too',
  )
  expect(await statusOf(shop, proposed[1])).toBe('confirmed')
  expect(await statusOf(shop, other[1])).toBe('pending')
})

test('several approvals are undone in one call, and the answer has the position at which their lines are free', async () => {
  const shop = await openShop()
  const orders = [await placed(shop), await placed(shop)]
  const lines = [await lineOf(shop), await lineOf(shop)]
  const pairs = lines.map((lineId, nth): [string, string] => [lineId, orders[nth] ?? ''])
  const approved = await approveLines(shop, ...pairs)
  const positions = Object.fromEntries(
    pairs.map(([lineId, orderId]) => [orderId, approved.body.positions[lineId]]),
  )
  const undone = await shop.call('POST', '/api/admin/orders/undo', { positions })
  expect(undone.body.result).toEqual(orders)
  const freed = await Promise.all(
    lines.map(async (lineId) => {
      const last = (await saidOf(shop, lineId)).at(-1)
      expect(last?.event.type).toBe('BankLineUnmatched')
      return last?.position ?? 0n
    }),
  )
  const [one = 0n, other = 0n] = freed
  expect(undone.headers['x-position']).toBe(String(one > other ? one : other))
})

test('one line approves one order, even in a race, and each can be named once', async () => {
  const shop = await openShop()
  const [orderId, other] = [await placed(shop), await placed(shop)]
  const lineId = await lineOf(shop)
  for (const lines of [
    [
      [lineId, orderId],
      [lineId.toUpperCase(), other],
    ],
    [
      [lineId, orderId],
      [await lineOf(shop), orderId],
    ],
  ] as [string, string][][])
    expect((await approveLines(shop, ...lines)).status).toBe(400)
  const outcomes = await Promise.all([
    approveLines(shop, [lineId, orderId]),
    approveLines(shop, [lineId, other]),
  ])
  expect(outcomes.flatMap(({ body }) => body.result)).toEqual([lineId])
  const statuses = [await statusOf(shop, orderId), await statusOf(shop, other)]
  expect(statuses.toSorted()).toEqual(['confirmed', 'pending'])
  expect((await approveLines(shop, [randomUUID(), orderId])).body.result).toEqual([])
})

test('money is not unmatched while its order is being approved with it', async () => {
  let unmatched: Promise<{ status: number }> | undefined
  const meanwhile = { unmatch: () => Promise.resolve({ status: 0 }) }
  const shop = await openShop(
    (store) => ({
      ...store,
      append: async (stream, events, ...rest) => {
        if (events.some(({ type }) => type === 'OrderApproved')) {
          unmatched ??= meanwhile.unmatch()
          await Promise.race([unmatched, sleep(1_000)])
        }
        return store.append(stream, events, ...rest)
      },
    }),
    {},
    { paymentEvidence: 'required' },
  )
  const orderId = await placed(shop)
  const lineId = await lineOf(shop)
  await matchByHand(shop, lineId, orderId)
  meanwhile.unmatch = () =>
    shop.call('POST', `/api/admin/bank-lines/${lineId}/unmatch`, { reason: 'It is Bola’s' })
  expect((await approve(shop, orderId, byLines([lineId]))).status).toBe(200)
  expect((await unmatched)?.status).toBe(409)
  expect(await paidBy(shop, lineId)).toMatchObject([{ orderId }])
})
