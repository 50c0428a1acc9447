import { randomUUID } from 'node:crypto'
import type { OrderEvent } from '@strand/contracts/order/events'
import { personalRowOf } from '@strand/contracts/order/personal'
import type { ProofFile } from '@strand/contracts/order/proof-file'
import type { OrderStatus } from '@strand/contracts/order/status'
import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import { seed } from '@strand/platform/testing/random'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allRows, orderEventsFor, orderTest } from '../testing/order.ts'
import { projectionTables } from '../testing/projection.ts'

const id = '7K3Q-ZM9X-WD4T'

test('a new order is pending, and shows what the customer entered in plain text', async () => {
  const { tables, record, order } = await orderTest()
  const { created } = await order(id)
  await tables.apply([record(created(), '2026-03-01T09:00:00.000Z')])
  expect(await tables.rows('select * from order_state')).toEqual([
    {
      order_id: id,
      status: 'pending',
      created_at: new Date('2026-03-01T09:00:00.000Z'),
      position: expect.any(Number),
      message: '',
      review: '',
      shipment: null,
      steps: [
        { orderStatus: 'pending', dateCreated: '2026-03-01T09:00:00.000Z', orderMessage: '' },
      ],
      question: null,
      notes: 0,
      note: '',
      assignee: null,
      proposed_by: null,
      proposal_reason: '',
      change: null,
      approved_kobo: null,
    },
  ])
  const [detail] = await tables.rows('select * from order_detail')
  expect(detail).toMatchObject({
    first_name: 'Ada',
    account_name: 'Ada Okafor',
    address: '5 Allen Avenue, Ikeja',
    quantity: 3,
    total: 94_000,
    sales: 'March sale',
    files: [{ key: `key-of-${id}`, type: 'image/png', name: 'receipt.png' }],
  })
  const [known] = await tables.rows('select * from order_search')
  expect(known).toMatchObject({ status: 'pending' })
  expect(known.search).toContain('08031234567')
})

test('an order with a pick-up location shows the address of the location', async () => {
  const { tables, record, order } = await orderTest()
  const { created } = await order(id)
  const location = { locationId: 'l2', name: 'Lekki shop', address: '12 Admiralty Way' }
  await tables.apply([record(created({ deliveryAddress: '' }, { location }))])
  expect(await tables.rows('select address, pickup from order_detail')).toEqual([
    { address: '12 Admiralty Way', pickup: true },
  ])
})

test('each change of status is a step, and the tabs’ counts follow', async () => {
  const { tables, record, order } = await orderTest()
  const { created, approved, changed, archived, restored } = await order(id)
  const events = [created(), approved(), changed('confirmed', 'shipped', 'On its way')]
  await tables.apply(events.map((event) => record(event)))
  await tables.apply([record(archived('shipped')), record(restored('shipped'))])
  const [state] = await tables.rows('select status, message, steps from order_state')
  expect(state.steps.map(({ orderStatus }: { orderStatus: string }) => orderStatus)).toEqual(
    'pending confirmed shipped archived shipped'.split(' '),
  )
  expect(state).toMatchObject({ status: 'shipped', message: 'On its way' })
  expect(await tables.rows('select * from order_count where count <> 0')).toEqual([
    { status: 'shipped', count: 1 },
  ])
})

test('the current message survives a change without one, and a new one replaces it', async () => {
  const { tables, record, order } = await orderTest()
  const { created, approved, changed, messaged } = await order(id)
  await tables.apply(
    [created(), approved(), messaged('Packed on Monday'), changed('confirmed', 'shipped')].map(
      (event) => record(event),
    ),
  )
  const message = async () => {
    const [state] = await tables.rows('select message, steps from order_state')
    return [
      state.message,
      ...state.steps.map((step: { orderMessage: string }) => step.orderMessage),
    ]
  }
  expect(await message()).toEqual(['Packed on Monday', '', 'Packed on Monday', ''])
  await tables.apply([record(messaged('Left today'))])
  expect(await message()).toEqual(['Left today', '', 'Packed on Monday', 'Left today'])
})

test('an undone change is a step back, and the previous message applies again', async () => {
  const { tables, record, order } = await orderTest()
  const { created, approved, changed, undone } = await order(id)
  await tables.apply(
    [created(), approved(), changed('confirmed', 'returned', 'Wrong length')].map((event) =>
      record(event),
    ),
  )
  await tables.apply([record(undone('returned', 'confirmed'))])
  expect(await tables.rows('select status, message from order_state')).toEqual([
    { status: 'confirmed', message: '' },
  ])
})

test('the last review is the one that counts', async () => {
  const { tables, record, order } = await orderTest()
  const { created, reviewed } = await order(id)
  await tables.apply([created(), reviewed('Good'), reviewed('Very good')].map((one) => record(one)))
  expect(await tables.rows('select review from order_state')).toEqual([{ review: 'Very good' }])
})

test('an order’s day is the day in Lagos', async () => {
  const { tables, record, order } = await orderTest()
  const { created } = await order(id)
  await tables.apply([record(created(), '2026-03-01T23:30:00.000Z')])
  expect(await tables.rows('select status, day::text, count from order_day')).toEqual([
    { status: 'pending', day: '2026-03-02', count: 1 },
  ])
})

test('ordered products leave out archived orders, and include them again when they are restored', async () => {
  const { tables, record, order } = await orderTest()
  const { created, archived, restored } = await order(id)
  const another = await order('0000-0000-0000')
  await tables.apply([record(created()), record(another.created({}, { sales: null }))])
  const ordered = () =>
    tables.rows('select product, sales, quantity from ordered_product order by product, sales')
  const all = [
    { product: 'Bone straight', sales: '', quantity: 2 },
    { product: 'Bone straight', sales: 'March sale', quantity: 2 },
    { product: 'Wig cap', sales: '', quantity: 1 },
    { product: 'Wig cap', sales: 'March sale', quantity: 1 },
  ]
  expect(await ordered()).toEqual(all)
  await tables.apply([record(archived('pending'))])
  expect((await ordered()).filter(({ sales }) => sales !== '')).toEqual([
    { product: 'Bone straight', sales: 'March sale', quantity: 0 },
    { product: 'Wig cap', sales: 'March sale', quantity: 0 },
  ])
  await tables.apply([record(restored('pending'))])
  expect(await ordered()).toEqual(all)
})

test('an event of an order that was never created stops the projection', async () => {
  const { tables, record, order } = await orderTest()
  const { approved } = await order(id)
  await expect(tables.apply([record(approved())])).rejects.toThrow('never created')
})

test('notes are counted and found, and a person’s latest hundred mentions are kept', async () => {
  const { tables, record, order } = await orderTest()
  const { created, noted } = await order(id)
  await tables.apply([record(created()), record(noted('Called Zenobia'))])
  await tables.apply([record(noted('Paid in two parts', [colleague]))])
  expect(await tables.rows('select notes, note from order_state')).toEqual([
    { notes: 2, note: 'Paid in two parts' },
  ])
  const [{ search }] = await tables.rows('select search from order_search')
  expect(search).toContain('okafor')
  expect(search.endsWith('\ncalled zenobia\npaid in two parts')).toBe(true)
  const many = Array.from({ length: 105 }, (_, nth) => record(noted(`${nth}`, [colleague])))
  await tables.apply(many)
  expect(await tables.rows('select count(*)::int, min(position)::int from order_mention')).toEqual([
    { count: 100, min: Number(many[5]?.position) },
  ])
})

test('a proposal keeps its reason until it is withdrawn or followed by one without', async () => {
  const { tables, record, order } = await orderTest()
  const { created, proposed, withdrawn, approved, undone } = await order(id)
  const reasonAfter = async (...events: OrderEvent[]) => {
    await tables.apply(events.map((event) => record(event)))
    return (await tables.rows('select proposal_reason from order_state'))[0]?.proposal_reason
  }
  expect(await reasonAfter(created(), proposed('Paid in cash'))).toBe('Paid in cash')
  expect(await reasonAfter(approved(), undone('confirmed', 'pending'))).toBe('Paid in cash')
  expect(await reasonAfter(withdrawn())).toBe('')
  expect(await reasonAfter(proposed())).toBe('')
})

test('an order whose proofs were deleted has no files, neither live nor after a rebuild', async () => {
  const { tables, record, order, pool, projection, log } = await orderTest()
  const { created, archived, proofsDeleted } = await order(id)
  for (const event of [created(), archived('pending'), proofsDeleted()])
    await tables.apply([record(event)])
  const rows = await allRows(tables, projection.views)
  expect(rows).toMatchObject({ order_detail: [{ first_name: 'Ada', files: [] }], order_file: [] })

  const rebuilt = await projectionTables(pool, projection, 'rebuilt')
  await rebuilt.apply(log.events)
  expect(await allRows(rebuilt, projection.views)).toEqual(rows)
})

test('an order that is placed and erased in one batch is erased like any other', async () => {
  const { tables, record, order, projection, pool, log } = await orderTest()
  const { created, reviewed, erased } = await order(id)
  for (const event of [created(), reviewed('Ada was here'), erased()])
    await tables.apply([record(event)])
  const rows = await allRows(tables, projection.views)
  expect(rows.order_detail).toMatchObject([{ first_name: 'erased', files: [] }])

  const atOnce = await projectionTables(pool, projection, 'at_once')
  await atOnce.apply(log.events)
  expect(await allRows(atOnce, projection.views)).toEqual(rows)
})

test('a parcel is shown until the order ships again, even after it came back, and an erasure hides it', async () => {
  const { personalData, tables, record, order } = await orderTest()
  const { key, created, approved, shipped, changed, undone, erased } = await order(id)
  const parcel = { carrier: 'DHL', waybill: '123 456' }
  const shipment = async () =>
    (await tables.rows('select shipment from order_state'))[0]?.shipment ?? null
  await tables.apply([created(), approved(), shipped(parcel)].map((event) => record(event)))
  expect(await shipment()).toEqual(parcel)
  await tables.apply([record(changed('shipped', 'returned', 'Nobody in'))])
  expect(await shipment()).toEqual(parcel)
  await tables.apply([record(undone('returned', 'confirmed'))])
  expect(await shipment()).toBe(null)
  await tables.apply([record(shipped({ carrier: 'Musa', waybill: '7' }, 'Soon')), record(erased())])
  await personalData.erase(key.id)
  const { shipment: gone, steps } = (await tables.rows('select * from order_state'))[0]
  expect(gone).toEqual({ carrier: 'erased', waybill: 'erased' })
  expect(steps.at(-1)).toMatchObject({ orderMessage: 'erased', shipment: gone })
  expect(JSON.stringify(steps)).not.toMatch(/"DHL|"Musa|"456/)
})

test('an erased order keeps its sums and its place, but nobody can tell whose it was', async () => {
  const { tables, record, order, personalData, pool, projection, log } = await orderTest()
  const { key, created, proposed, approved, messaged, reviewed, erased } = await order(id)
  const told = [messaged('Hello Ada'), reviewed('Ada was here')]
  for (const event of [created(), proposed('Ada paid in cash'), approved(), ...told])
    await tables.apply([record(event)])
  await personalData.erase(key.id)
  await tables.apply([record(erased())])
  const rows = await allRows(tables, projection.views)
  expect(JSON.stringify(rows)).not.toMatch(/\bada\b|\b0803|okafor|receipt|allen/i)
  expect(rows.order_detail).toMatchObject([
    { total: 94_000, account_name: 'erased', address: 'erased', files: [] },
  ])
  expect(rows.order_state).toMatchObject([
    { status: 'confirmed', message: 'erased', review: 'erased', proposal_reason: 'erased' },
  ])
  expect(rows.order_detail?.[0]).toMatchObject(personalRowOf(null))

  const rebuilt = await projectionTables(pool, projection, 'rebuilt')
  await rebuilt.apply(log.events)
  expect(await allRows(rebuilt, projection.views)).toEqual(rows)
})

test('an erased order does not reveal whether it had a text that is optional', async () => {
  const { tables, record, order } = await orderTest()
  const abroad = { country: 'Ghana' }
  for (const [orderId, postalCode] of [
    ['ID-1', 'GA-184'],
    ['ID-2', ''],
  ] as const) {
    const { created, erased } = await order(orderId)
    await tables.apply([record(created({ postalCode }, abroad))])
    await tables.apply([record(erased())])
  }
  expect(await tables.rows('select distinct postal_code, phone from order_detail')).toEqual([
    { postal_code: '', phone: 'erased' },
  ])
})

/** The acts of staff on an order, as small numbers; all numbers encode a legal life. */
type Life = { day: number; international: boolean; moves: number[] }

const life: fc.Arbitrary<Life> = fc.record({
  day: fc.integer({ min: 0, max: 4 }),
  international: fc.boolean(),
  moves: fc.array(fc.integer({ min: 0, max: 16 }), { maxLength: 10 }),
})

test('any lives of orders give the same rows in any batches, and counts that match the orders', async () => {
  const { tables: whole, projection, pool, personalData, log, record } = await orderTest()
  const single = await projectionTables(pool, projection, 'single')
  const cut = await projectionTables(pool, projection, 'cut')
  let made = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(life, { minLength: 1, maxLength: 6 }),
      fc.nat(),
      async (lives, cuts) => {
        const keys = await Promise.all(lives.map(() => personalData.take()))
        const begin = log.events.length
        const queues = lives.map((one, index) => {
          const orderId = `ID-${made++}`
          const key = keys[index]
          if (!key) throw new Error('no key')
          return eventsOf(orderEventsFor(personalData, key, orderId), one)
        })
        // Interleaves the orders' events, as in a real log.
        for (let turn = 0; queues.some((queue) => turn < queue.length); turn++)
          for (const [index, queue] of queues.entries()) {
            const event = queue[turn]
            if (event) record(event, `2026-03-0${1 + (lives[index]?.day ?? 0)}T23:30:00.000Z`)
          }
        const events = log.events.slice(begin)
        await whole.apply(events)
        for (const event of events) await single.apply([event])
        for (const batch of cutUp(events, cuts)) await cut.apply(batch)
      },
    ),
    { seed, numRuns: 15 },
  )
  const rows = await allRows(whole, projection.views)
  expect(await allRows(single, projection.views)).toEqual(rows)
  expect(await allRows(cut, projection.views)).toEqual(rows)

  const disagreeing = await whole.rows(`
    select 'tab' from order_count counted
      where count <> (select count(*) from order_state where status = counted.status)
    union all
    select 'day' from order_day counted
      where count <> (select count(*) from order_state where status = counted.status
        and (created_at at time zone 'Africa/Lagos')::date = counted.day)
    union all
    select 'month' from order_month counted
      where count <> (select count(*) from order_state where status = counted.status
        and date_trunc('month', created_at at time zone 'Africa/Lagos')::date = counted.month)
    union all
    select 'missing day' from order_state state where not exists (
      select from order_day where status = state.status and count > 0
        and day = (state.created_at at time zone 'Africa/Lagos')::date)
    union all
    select 'missing month' from order_day where count > 0 and not exists (
      select from order_month where status = order_day.status and count > 0
        and month = date_trunc('month', day)::date)
    union all
    select 'ordered' from ordered_product counted where quantity <> (
      select coalesce(sum((line ->> 'quantity')::int8), 0)
      from order_detail detail join order_state using (order_id), jsonb_array_elements(lines) line
      where status <> 'archived' and line ->> 'productId' = counted.product_id
        and detail.sales_id = counted.sales_id)
    union all
    select 'last step' from order_state where steps -> -1 ->> 'orderStatus' <> status`)
  expect(disagreeing).toEqual([])
})

const colleague = '77777777-7777-4777-8777-777777777777'

const eventsOf = (order: ReturnType<typeof orderEventsFor>, { moves, international }: Life) => {
  const place = international ? { country: 'Ghana', sales: null } : {}
  const events = [order.created({}, place)]
  let status: OrderStatus = 'pending'
  let before: OrderStatus = 'pending'
  const takenBack = takenBackMoves()
  const owed = owedMoves()
  for (const move of moves) {
    if (move === 4) events.push(order.reviewed(`Review ${move}`))
    else if (move === 5) events.push(order.messaged(`Message ${move}`))
    else if (move === 6) events.push(order.asked('Which bank?'))
    else if (move === 7) events.push(order.proofAdded([proofOf('cd')]), order.answered('Kuda'))
    else if (move === 8) events.push(order.proofsDeleted())
    else if (move === 9) events.push(order.noted(`Note ${events.length}`, [colleague]))
    else if (move === 10) events.push(order.assigned(colleague))
    else if (move === 11) events.push(order.proposed(events.length % 2 ? 'Paid in cash' : ''))
    else if (move >= 15) events.push(...owed.moved(order, move))
    else if (move >= 12) events.push(...takenBack.moved(order, move))
    else if (status === 'archived') {
      events.push(move === 0 ? order.undone('archived', before) : order.restored(before))
      if (move === 0) takenBack.forget()
      status = before
    } else if (move === 0) {
      events.push(order.archived(status))
      before = status
      status = 'archived'
    } else if (status === 'pending') {
      events.push(order.approved())
      status = 'confirmed'
    } else {
      const to: OrderStatus = move === 1 ? 'shipped' : move === 2 ? 'returned' : 'confirmed'
      if (to !== status) events.push(order.changed(status, to, move === 2 ? 'Why' : ''))
      status = to
    }
  }
  return events
}

const uuid = (number: number) => `88888888-8888-4888-8888-88888888888${number}`

/** The bank takes back one of two lines, and staff see to the earlier one. */
const takenBackMoves = () => {
  let open: string[] = []
  let known: string[] = []
  return {
    forget: () => {
      open = []
      known = []
    },
    moved: (order: ReturnType<typeof orderEventsFor>, move: number) => {
      const lineId = uuid(known.length)
      if (move === 12 && known.length < 2) {
        open.push(lineId)
        known.push(lineId)
        return [order.takenBack({ lineId, debitLineId: uuid(9) }, 8_550_000)]
      }
      const seen = open.shift()
      return seen === undefined ? [] : [order.takenBackSeenTo(seen)]
    },
  }
}

/** Money is owed, and paid back in two parts; the second part is undone. */
const owedMoves = () => {
  let owedId: string | null = null
  const steps: ((order: ReturnType<typeof orderEventsFor>, id: string) => OrderEvent)[] = [
    (order, id) => order.paidBack({ owedId: id, debitLineId: uuid(1) }, 60, 40),
    (order, id) => order.paidBack({ owedId: id, debitLineId: uuid(2) }, 40),
    (order, id) => order.notPaidBack({ owedId: id, debitLineId: uuid(2) }),
    (order, id) => order.paidBack({ owedId: id, debitLineId: uuid(2) }, 40),
  ]
  return {
    moved: (order: ReturnType<typeof orderEventsFor>, move: number) => {
      if (owedId === null || move === 15) {
        const id = randomUUID()
        owedId = id
        const others = move === 15 ? [order.notOwed(id)] : []
        return [order.owed({ owedId: id, lineId: uuid(0) }, 100, 'Paid twice'), ...others]
      }
      const step = steps.shift()
      return step ? [step(order, owedId)] : []
    },
  }
}

test('a debt is kept with its payments, and its reason is erased with the customer', async () => {
  const { tables, record, order, personalData } = await orderTest()
  const { created, owed, notOwed, paidBack, notPaidBack, erased, key } = await order(id)
  const [owedId, other, debitLineId] = [uuid(3), uuid(4), uuid(9)]
  const shown = () =>
    tables.rows(
      'select owed_id, paid_back_kobo, reason, withdrawn from order_owed order by owed_id',
    )
  const events = [
    created(),
    owed({ owedId, lineId: uuid(1) }, 100, 'Paid twice'),
    owed({ owedId: other, lineId: uuid(1) }, 50, 'Paid too much'),
    paidBack({ owedId, debitLineId }, 60, 40),
    notOwed(other),
  ]
  await tables.apply(events.map((event) => record(event)))
  const rows = [
    { owed_id: owedId, paid_back_kobo: 60, reason: 'Paid twice', withdrawn: false },
    { owed_id: other, paid_back_kobo: 0, reason: 'Paid too much', withdrawn: true },
  ]
  expect(await shown()).toEqual(rows)
  await tables.apply([record(notPaidBack({ owedId, debitLineId }))])
  expect((await shown())[0]?.paid_back_kobo).toBe(0)
  await personalData.erase(key.id)
  await tables.apply([record(erased())])
  expect((await shown()).map(({ reason }) => reason)).toEqual(['erased', 'erased'])
})

test('money that the bank took back stays until someone deals with it or the approval is undone', async () => {
  const { tables, record, order } = await orderTest()
  const { created, approved, takenBack, takenBackSeenTo, undone } = await order(id)
  const [lineId, other, debitLineId] = [uuid(1), uuid(2), uuid(9)]
  const shown = () =>
    tables.rows('select line_id, amount_kobo, outcome from order_taken_back order by line_id')
  await tables.apply([created(), approved()].map((event) => record(event)))
  await tables.apply([
    record(takenBack({ lineId, debitLineId }, 8_550_000), '2026-11-15T08:00:00.000Z'),
    record(takenBack({ lineId: other, debitLineId }, 50)),
    record(takenBackSeenTo(other)),
  ])
  expect(await shown()).toEqual([
    { line_id: lineId, amount_kobo: 8_550_000, outcome: null },
    { line_id: other, amount_kobo: 50, outcome: 'asked' },
  ])
  expect(await tables.rows('select position from order_state')).toEqual([{ position: 1 }])
  await tables.apply([record(takenBackSeenTo(lineId, 'Called'))])
  expect((await shown()).map(({ outcome }) => outcome)).toEqual(['asked', 'asked'])
  await tables.apply([record(undone('confirmed', 'pending'))])
  expect(await shown()).toEqual([])
})

const proofOf = (hash: string): ProofFile => ({
  fileUid: '44444444-4444-4444-8444-444444444444',
  key: `key-${hash}`,
  type: 'image/png',
  size: 12,
  sha256: hash.repeat(32),
})

test('a question’s state follows its order’s, and new proofs join the old ones', async () => {
  const { tables, record, order, personalData } = await orderTest()
  const { key, created, asked, archived, restored, proofsDeleted, proofAdded, answered, erased } =
    await order(id)
  const shown = async () => {
    const [{ question, files }] = await tables.rows(
      'select question, files from order_state join order_detail using (order_id)',
    )
    return { ...question, files: files.map(({ key }: { key: string }) => key) }
  }
  await tables.apply([record(created()), record(asked('Which bank?'))])
  expect(await shown()).toMatchObject({ state: 'open', text: 'Which bank?', answer: '' })
  await tables.apply([record(archived('pending'))])
  expect(await shown()).toMatchObject({ state: 'closed', files: [`key-of-${id}`] })
  const later = [
    proofsDeleted(),
    restored('pending'),
    proofAdded([proofOf('cd')]),
    answered('Kuda'),
  ]
  await tables.apply(later.map((event) => record(event)))
  expect(await shown()).toMatchObject({
    state: 'answered',
    answer: 'Kuda',
    proofs: 1,
    files: ['key-cd'],
  })
  expect(await tables.rows('select sha256 from order_file')).toEqual([{ sha256: 'cd'.repeat(32) }])
  await personalData.erase(key.id)
  await tables.apply([record(erased())])
  expect(await shown()).toMatchObject({ text: 'erased', answer: 'erased', files: [] })
})

const cutUp = (events: RecordedEvent[], cuts: number): RecordedEvent[][] => {
  const size = 1 + (cuts % 7)
  return Array.from({ length: Math.ceil(events.length / size) }, (_none, index) =>
    events.slice(index * size, (index + 1) * size),
  )
}
