import { eventCodec } from '@strand/contracts/event-codec'
import { lagosDay } from '@strand/contracts/lagos-time'
import { type BankLineEvent, bankLineEvents } from '@strand/contracts/money/bank-line.events'
import { orderEvents } from '@strand/contracts/order/events'
import { readModels } from '@strand/contracts/read-models'
import { reportEvents } from '@strand/contracts/reports/issued'
import type { Connection } from '@strand/event-sourcing/postgres/pool'
import type { Projection } from '@strand/event-sourcing/processors/projector'
import { type DecodedEvent, decodeEvents } from '../decoded-events.ts'
import { type Cause, emptyBatch, type LineRow, type OrderRow, type ReportBatch } from './batch.ts'
import { foldLine } from './fold-line.ts'
import { type CountedOrderEvent, foldOrder, orderEventTypes } from './fold-order.ts'
import { reportTables } from './tables.ts'
import { writeBatch } from './write-batch.ts'

const isCounted = <D extends { type: string }>(
  definition: D,
): definition is Extract<D, { type: CountedOrderEvent['type'] }> =>
  orderEventTypes.some((type) => type === definition.type)

const countedEvents = eventCodec('the log', [
  ...orderEvents.definitions.filter(isCounted),
  ...bankLineEvents.definitions,
  ...reportEvents.definitions,
])
type CountedEvent = ReturnType<typeof countedEvents.decode>['event']

/**
 * The facts that reports add up, their daily sums, and the issued reports. Personal data is not
 * decrypted, so an erasure does not change any number. See decision 241.
 */
export const reportsProjection: Projection = {
  name: 'reports',
  version: 3,
  tables: reportTables,
  views: readModels.reports,
  eventTypes: countedEvents.types,
  apply: async (recorded, connection) => {
    const events = decodeEvents(countedEvents, recorded)
    const batch = emptyBatch()
    await load(batch, events, connection)
    for (const decoded of events) fold(batch, decoded)
    await writeBatch(batch, connection)
  },
}

const fold = (batch: ReportBatch, { event, at, actor, recorded }: DecodedEvent<CountedEvent>) => {
  const cause: Cause = {
    position: String(recorded.position),
    recordedOn: lagosDay(recorded.recordedAt.toISOString()),
    at,
    staff: actor.kind === 'staff' ? actor.id : 'system',
  }
  if (event.type === 'ReportIssued') {
    const { reportId, ...issued } = event.data
    const { position } = cause
    batch.issued.push({
      ...issued,
      report_id: reportId,
      issued_at: at,
      user_id: actor.id,
      position,
    })
  } else if (isOfLine(event)) foldLine(batch, event, cause)
  else foldOrder(batch, event, cause)
}

const isOfLine = (event: CountedEvent): event is BankLineEvent => 'lineId' in event.data

const load = async (
  batch: ReportBatch,
  events: DecodedEvent<CountedEvent>[],
  connection: Connection,
) => {
  const ids = (name: 'orderId' | 'lineId') => [
    ...new Set(
      events.flatMap(({ event: { data } }) => (data as Record<string, string>)[name] ?? []),
    ),
  ]
  const { rows } = await connection.query<{ orders: OrderRow[]; lines: LineRow[] }>(
    `select
       (select coalesce(json_agg(to_jsonb(one)), '[]') from report_order one
        where order_id = any($1::text[])) as orders,
       (select coalesce(json_agg(to_jsonb(one)), '[]') from report_line one
        where line_id = any($2::uuid[])) as lines`,
    [ids('orderId'), ids('lineId')],
  )
  for (const order of rows[0]?.orders ?? []) batch.orders.set(order.order_id, order)
  for (const line of rows[0]?.lines ?? []) batch.lines.set(line.line_id, line)
}
