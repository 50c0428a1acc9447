import { randomUUID } from 'node:crypto'
import type { BankLineEvent } from '@strand/contracts/money/bank-line.events'
import type { OrderEvent } from '@strand/contracts/order/events'
import type { OrderStatus } from '@strand/contracts/order/status'
import { openReports } from '@strand/contracts/reports/make/open-reports'
import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import { type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import { canonicalSha256 } from '@strand/log-proof/canonical-sha256'
import { reportsProjection } from '../reports/projection.ts'
import { actorOf, eventRecorder, projectionTables } from './projection.ts'

type Random = () => number
type ShownOrder = { status: OrderStatus; archivedFrom: OrderStatus; data: Created }
type Created = Extract<OrderEvent, { type: 'OrderCreated' }>['data']
type ShownLine = {
  matched: string[]
  setAside: boolean
  withdrawn: boolean
  doubtful: boolean
  kobo: number
  bookedOn: string
}

const sealed = { keyId: '99999999-9999-4999-8999-999999999999', box: '' }
const hour = 3_600_000

/**
 * Some random days of a shop, as events of a log: orders are approved, shipped, returned, archived,
 * restored and undone, and bank lines arrive. Each event is recorded at most six hours after the
 * one before, and was decided at most two hours before it was recorded.
 */
export const randomShop = (random: Random, start = '2026-03-01T06:00:00.000Z') => {
  const log = eventRecorder()
  const orders = new Map<string, ShownOrder>()
  const lines = new Map<string, ShownLine>()
  let clock = Date.parse(start)

  const below = (count: number) => Math.floor(random() * count)
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T
  const append = (stream: string, event: OrderEvent | BankLineEvent) => {
    clock += below(6 * hour)
    const at = new Date(clock - below(2 * hour)).toISOString()
    const staff = actorOf('staff', `00000000-0000-4000-8000-00000000000${1 + below(3)}`)
    const actor = below(10) === 0 ? actorOf('system', 'auto-approval') : staff
    const approved = event.type === 'OrderApproved' ? { schemaVersion: 2 } : {}
    const recorded = log.record(stream, event, { at, actor, ...approved })
    recorded.recordedAt = new Date(clock)
  }

  const create = () => {
    const orderId = `ORDER-${orders.size}`
    const bought = Array.from({ length: 1 + below(3) }, () => {
      const product = below(4)
      const [price, quantity] = [1_000 * (product + 1), 1 + below(3)]
      const name = below(5) === 0 ? `Renamed ${product}` : `Product ${product}`
      return { productId: `p${product}`, product: name, price, quantity, amount: price * quantity }
    })
    const subtotal = bought.reduce((sum, { amount }) => sum + amount, 0)
    const place = below(3)
    const data: Created = {
      orderId,
      lines: bought,
      country: '',
      files: [],
      personal: sealed,
      subtotal,
      location: { locationId: `l${place}`, name: `Place ${place}`, address: '' },
      sales: below(2) === 0 ? null : { salesId: `s${below(2)}`, name: 'Sale' },
      deliveryPrice: 500 * place,
      total: subtotal + 500 * place,
    }
    orders.set(orderId, { status: 'pending', archivedFrom: 'pending', data })
    append(`order-${orderId}`, { type: 'OrderCreated', data })
  }

  const archive = (orderId: string, order: ShownOrder) => {
    const data = { orderId, from: order.status, message: null }
    orders.set(orderId, { ...order, status: 'archived', archivedFrom: order.status })
    append(`order-${orderId}`, { type: 'OrderArchived', data })
  }
  const undo = (orderId: string, order: ShownOrder, to: OrderStatus) => {
    const undone = { position: '1', type: 'OrderApproved' }
    const from = order.status
    orders.set(orderId, { ...order, status: to })
    append(`order-${orderId}`, {
      type: 'OrderChangeUndone',
      data: { orderId, undone, from, to, archivedFrom: null, message: null },
    })
  }
  const approve = (orderId: string, order: ShownOrder) => {
    const paid = { lines: [{ lineId: randomUUID(), amountKobo: 5 }] }
    const evidence = pick([null, { without: sealed }, paid])
    orders.set(orderId, { ...order, status: 'confirmed' })
    append(`order-${orderId}`, { type: 'OrderApproved', data: { orderId, evidence } })
  }
  const change = (orderId: string, order: ShownOrder) => {
    const all: OrderStatus[] = ['confirmed', 'shipped', 'returned']
    const to = pick(all.filter((status) => status !== order.status))
    orders.set(orderId, { ...order, status: to })
    const data = { orderId, from: order.status, to, message: null }
    append(`order-${orderId}`, { type: 'OrderStatusChanged', data })
  }
  const move = () => {
    const orderId = `ORDER-${below(orders.size)}`
    const order = orders.get(orderId)
    if (!order) return create()
    const { status } = order
    if (status === 'pending')
      return below(4) === 0 ? archive(orderId, order) : approve(orderId, order)
    if (status === 'archived') {
      const to = order.archivedFrom
      if (below(2) === 0) return undo(orderId, order, to)
      orders.set(orderId, { ...order, status: to })
      return append(`order-${orderId}`, { type: 'OrderRestored', data: { orderId, to } })
    }
    if (below(4) === 0) return archive(orderId, order)
    if (status === 'confirmed' && below(4) === 0) return undo(orderId, order, 'pending')
    return change(orderId, order)
  }

  const bookLine = () => {
    const lineId = randomUUID()
    const kobo = 100 * (below(9_000) - 2_000)
    const doubtful = below(6) === 0
    const bookedOn = new Date(clock - below(5 * 24 * hour)).toISOString().slice(0, 10)
    lines.set(lineId, { matched: [], setAside: false, withdrawn: false, doubtful, kobo, bookedOn })
    record(lineId, doubtful)
  }
  const record = (lineId: string, doubtful: boolean) => {
    const { kobo = 0, bookedOn = '' } = lines.get(lineId) ?? {}
    append(`bank-line-${lineId}`, {
      type: 'BankLineRecorded',
      data: {
        lineId,
        bankAccountId: '66666666-6666-4666-8666-666666666666',
        number: 1,
        statementId: '77777777-7777-4777-8777-777777777777',
        bookedOn,
        valueOn: null,
        amountKobo: kobo,
        balanceKobo: null,
        personal: sealed,
        probablySameAs: doubtful ? randomUUID() : null,
        kind: 'money' as const,
      },
    })
  }
  const sayOfLine = () => {
    const found = pick([...lines])
    if (!found) return bookLine()
    const [lineId, line] = found
    const say = (event: BankLineEvent) => append(`bank-line-${lineId}`, event)
    if (line.withdrawn) {
      Object.assign(line, { withdrawn: false, setAside: false, doubtful: false })
      return record(lineId, false)
    }
    if (line.matched.length === 0 && below(5) === 0) {
      line.withdrawn = true
      const statementId = '77777777-7777-4777-8777-777777777777'
      return say({ type: 'BankLineWithdrawn', data: { lineId, statementId } })
    }
    if (line.doubtful) {
      line.doubtful = false
      if (below(2) === 0)
        return say({ type: 'BankLineKeptApart', data: { lineId, from: randomUUID() } })
      lines.delete(lineId)
      return say({ type: 'BankLineMerged', data: { lineId, into: randomUUID() } })
    }
    if (line.setAside) {
      line.setAside = false
      return say({ type: 'BankLineTakenBack', data: { lineId } })
    }
    if (line.kobo <= 0)
      return say({ type: 'BankLineTextErased', data: { lineId, cause: 'expired' } })
    if (line.matched.length > 0) {
      const orderIds = line.matched.splice(0, 1)
      return say({
        type: 'BankLineUnmatched',
        data: { lineId, orderIds, cause: 'by hand', reason: null },
      })
    }
    if (below(3) === 0) {
      line.setAside = true
      return say({ type: 'BankLineSetAside', data: { lineId, kind: 'own', note: null } })
    }
    const orderId = `ORDER-${below(10)}`
    line.matched.push(orderId)
    const allocations = [{ orderId, amountKobo: Math.max(1, below(line.kobo)) }]
    return say({
      type: 'BankLineMatched',
      data: { lineId, allocations, rule: 'by hand', approving: null },
    })
  }

  return {
    events: log.events,
    orders,
    happen: (count: number) => {
      const end = log.events.length + count
      while (log.events.length < end) pick([create, move, move, move, bookLine, sayOfLine])()
    },
    /** Erases the personal data of `count` orders; no report contains such data. */
    erase: (count: number) => {
      for (let erased = 0; erased < count; erased++) {
        const orderId = `ORDER-${below(orders.size)}`
        append(`order-${orderId}`, { type: 'OrderPersonalDataErased', data: { orderId } })
      }
    },
    now: () => new Date(clock),
  }
}

/**
 * Makes reports from the projection's tables in a separate database, without a projector or a log;
 * an event's position is its index in `events`. `rebuild` makes the tables again with another batch
 * size.
 */
export const reportTables = async (pool: Pool, events: RecordedEvent[], now: () => Date) => {
  const open = () => projectionTables(pool, reportsProjection, 'read')
  let tables = await open()
  let applied = 0
  const apply = async (batch: number) => {
    for (; applied < events.length; applied += batch)
      await tables.apply(events.slice(applied, applied + batch))
    applied = events.length
  }
  const reports = openReports({
    snapshot: (work) =>
      transaction(pool, (connection) =>
        work(async (text, values) => (await connection.query(text, values)).rows, {
          position: BigInt(applied),
          seenAt: null,
          parked: 0,
        }),
      ),
    headPosition: async () => BigInt(applied),
    indexOf: async (position) => Number(position),
    positionOf: async (index) => (index < events.length ? BigInt(index) : null),
    sha256: canonicalSha256,
    now,
  })
  return {
    reports,
    rows: (sql: string) => tables.rows(sql),
    catchUp: (batch = 500) => apply(batch),
    rebuild: async (batch: number) => {
      await pool.query('drop schema read cascade')
      tables = await open()
      applied = 0
      await apply(batch)
    },
  }
}
