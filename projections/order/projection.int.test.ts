import { personalRowOf } from '@strand/contracts/order/personal'
import type { OrderStatus } from '@strand/contracts/order/status'
import type { RecordedEvent } from '@strand/platform/event-store/event-store'
import { seed } from '@strand/platform/testing/random'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ada, allRows, orderEventsFor, orderTest } from '../testing/order.ts'
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
      steps: [
        { orderStatus: 'pending', dateCreated: '2026-03-01T09:00:00.000Z', orderMessage: '' },
      ],
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

test('each change of status is a step, and the counts of the tabs follow it', async () => {
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

test('the message that holds stays through a change without one, and a new one replaces it', async () => {
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

test('an undone change is a step back, and the message from before holds again', async () => {
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

test('the day of an order is the one in Lagos', async () => {
  const { tables, record, order } = await orderTest()
  const { created } = await order(id)
  await tables.apply([record(created(), '2026-03-01T23:30:00.000Z')])
  expect(await tables.rows('select status, day::text, count from order_day')).toEqual([
    { status: 'pending', day: '2026-03-02', count: 1 },
  ])
})

test('ordered products leave out archived orders, and take them back when they are restored', async () => {
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

test('an order whose proofs were deleted has no files, live as in a rebuild', async () => {
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

test('an erased order keeps its sums and its place, and nobody can read whose it was', async () => {
  const { tables, record, order, personalData, pool, projection, log } = await orderTest()
  const { key, created, approved, messaged, reviewed, erased } = await order(id)
  for (const event of [created(), approved(), messaged('Hello Ada'), reviewed('Ada was here')])
    await tables.apply([record(event)])
  await personalData.erase(key.id)
  await tables.apply([record(erased())])
  const rows = await allRows(tables, projection.views)
  expect(JSON.stringify(rows)).not.toMatch(/ada|0803|okafor|receipt|allen/i)
  expect(rows.order_detail).toMatchObject([
    { total: 94_000, account_name: 'erased', address: 'erased', files: [] },
  ])
  expect(rows.order_state).toMatchObject([
    { status: 'confirmed', message: 'erased', review: 'erased' },
  ])
  const shown = new Set(
    Object.keys(personalRowOf(ada)).map((column) => rows.order_detail?.[0][column]),
  )
  expect(shown).toEqual(new Set(['erased', '']))

  const rebuilt = await projectionTables(pool, projection, 'rebuilt')
  await rebuilt.apply(log.events)
  expect(await allRows(rebuilt, projection.views)).toEqual(rows)
})

/** What staff do to an order, encoded as small numbers; always legal. */
type Life = { day: number; international: boolean; moves: number[] }

const life: fc.Arbitrary<Life> = fc.record({
  day: fc.integer({ min: 0, max: 4 }),
  international: fc.boolean(),
  moves: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 8 }),
})

test('however orders live and batches fall, the rows are one and the counts are what the orders say', async () => {
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
        // Interleaves the events of the orders, as in a real log.
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

const eventsOf = (order: ReturnType<typeof orderEventsFor>, { moves, international }: Life) => {
  const place = international ? { country: 'Ghana', sales: null } : {}
  const events = [order.created({}, place)]
  let status: OrderStatus = 'pending'
  let before: OrderStatus = 'pending'
  for (const move of moves) {
    if (move === 4) events.push(order.reviewed(`Review ${move}`))
    else if (move === 5) events.push(order.messaged(`Message ${move}`))
    else if (status === 'archived') {
      events.push(move === 0 ? order.undone('archived', before) : order.restored(before))
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

const cutUp = (events: RecordedEvent[], cuts: number): RecordedEvent[][] => {
  const size = 1 + (cuts % 7)
  return Array.from({ length: Math.ceil(events.length / size) }, (_none, index) =>
    events.slice(index * size, (index + 1) * size),
  )
}
