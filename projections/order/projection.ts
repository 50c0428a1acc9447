import { fold } from '@strand/contracts/folding'
import { type OrderEvent, orderEvents } from '@strand/contracts/order/events'
import { personalRowOf, sealedIn } from '@strand/contracts/order/personal'
import { readModels } from '@strand/contracts/read-models'
import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import type { Connection } from '@strand/event-sourcing/postgres/pool'
import type { Projection } from '@strand/event-sourcing/processors/projector'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { raw, sql, statementOf } from '@strand/platform/postgres/sql'
import { type DecodedEvent, decodeEvents, openSealed } from '../decoded-events.ts'
import { rowsOf } from '../rows-of.ts'
import {
  type Batch,
  changingColumns,
  emptyBatch,
  foldEvent,
  type OrderState,
  type Placed,
} from './fold.ts'
import { mentionTable, writeMentions } from './mentions.ts'
import { owedTables, writeOwed } from './owed.ts'
import { prefetchingReader } from './prefetching-reader.ts'
import { takenBackTable, writeTakenBack } from './taken-back.ts'

/**
 * The order lists, tabs, counts, histories and exports. A batch loads the affected rows, folds its
 * events in memory in log order, and writes the rows back in one statement. So the number of
 * statements hardly depends on the number of events.
 */
export const orderProjection = (personalData: PersonalData): Projection => {
  const reader = prefetchingReader((recorded) => readBatch(recorded, personalData))
  return {
    name: 'order',
    version: 17,
    tables: orderTables,
    lateIndexes: orderLateIndexes,
    upkeep: orderUpkeep,
    views: readModels.order,
    eventTypes: orderEvents.types,
    apply: async (recorded, connection) => {
      const { events, opened } = await reader.read(recorded)
      const batch = emptyBatch()
      await load(batch, events, connection)
      for (const [index, { event, at, actor, recorded }] of events.entries()) {
        const position = String(recorded.position)
        const staff = actor.kind === 'staff' ? actor.id : null
        foldEvent(batch, event, { at, position, by: actor.id, staff }, opened[index])
      }
      await reader.whileWriting(writeBatch(batch, connection))
      if (batch.files.size > 0) await changeFiles(batch.files, connection)
      if (batch.mentions.length > 0) await writeMentions(batch.mentions, connection)
      await writeTakenBack(batch.takenBack, connection)
      if (batch.owed.length > 0) await writeOwed(batch.owed, connection)
      if (batch.toErase.size > 0) await eraseOrders([...batch.toErase], connection)
    },
    prefetch: reader.prefetch,
  }
}

/** Decodes and decrypts a batch: all the work that needs no table of the projection. */
const readBatch = async (recorded: RecordedEvent[], personalData: PersonalData) => {
  const events = decodeEvents(orderEvents, recorded)
  return { events, opened: await openSealed(events, sealedIn, personalData) }
}

/** Events that can subtract an order from the counts of ordered products, or add it again. */
const movesProducts = new Set(['OrderArchived', 'OrderRestored', 'OrderChangeUndone'])

const load = async (batch: Batch, events: DecodedEvent<OrderEvent>[], connection: Connection) => {
  const created = new Set<string>()
  const existing = new Set<string>()
  const withLines = new Set<string>()
  for (const { event } of events) {
    const { orderId } = event.data
    if (event.type === 'OrderCreated') created.add(orderId)
    else if (!created.has(orderId)) existing.add(orderId)
    if (movesProducts.has(event.type)) withLines.add(orderId)
  }
  if (existing.size === 0) return
  const { rows } = await connection.query<
    Omit<OrderState, 'created_at'> & { created_at: Date; placed: Placed | null }
  >(
    `select state.*,
       case when state.order_id = any($2::text[]) then (
         select json_build_object('lines', lines, 'sales_id', sales_id, 'sales', sales)
         from order_detail detail where detail.order_id = state.order_id
       ) end as placed
     from order_state state
     where state.order_id = any($1::text[])`,
    [[...existing], [...withLines]],
  )
  for (const { placed, ...state } of rows) {
    batch.states.set(state.order_id, { ...state, created_at: state.created_at.toISOString() })
    if (placed) batch.placed.set(state.order_id, placed)
  }
}

const pairs = <Key extends string>(name: Key, counts: Map<string, number>) =>
  [...counts].map(([key, count]) => ({ [name]: key, count }))

const stateOf = (batch: Batch, orderId: string): OrderState => {
  const state = batch.states.get(orderId)
  if (!state) throw new Error(`order ${orderId} was created without a state`)
  return state
}

/**
 * Writes the changes of orders, their search texts and the counts in one statement. Files,
 * mentions, money and erasures have statements of their own.
 */
const writeBatch = (batch: Batch, connection: Connection) => {
  const { created } = batch
  const files = [...created.values()].flatMap(({ order_id, files }) =>
    [...new Set(files.map(({ sha256 }) => sha256))].map((sha256) => ({ sha256, order_id })),
  )
  const days = rowsOf(
    'order_day',
    [...batch.days].map(([key, count]) => {
      const [status, day] = key.split(' ')
      return { status, day, count }
    }),
  )
  const confirmations = [...batch.confirmations].map(([key, count]) => {
    const [day, within_minutes] = key.split(' ')
    return { day, within_minutes, count }
  })
  const search = [...batch.search].map(([order_id, search]) => {
    const { status, created_at } = stateOf(batch, order_id)
    return { order_id, status, created_at, search }
  })
  const moreSearch = [...batch.moreSearch].map(([order_id, search]) => ({ order_id, search }))
  const states = [...batch.states.values()]
  const added = states.filter(({ order_id }) => created.has(order_id))
  const changed = states.filter(({ order_id }) => !created.has(order_id))
  const sets = raw(changingColumns.map((column) => `${column} = changed.${column}`).join(', '))
  const statement = sql`with state as (
       insert into order_state select * from ${rowsOf('order_state', added)}
     ), detail as (
       insert into order_detail select * from ${rowsOf('order_detail', created.values())}
     ), new_search as (
       insert into order_search select * from ${rowsOf('order_search', search)}
     ), file as (
       insert into order_file select * from ${rowsOf('order_file', files)}
     ), changed as materialized (
       select * from ${rowsOf('order_state', changed)}
     ), changed_state as (
       update order_state current set ${sets}
       from changed where current.order_id = changed.order_id
     ), changed_search as (
       update order_search current set
         status = changed.status, search = current.search || coalesce(more.search, '')
       from changed left join ${rowsOf('order_search', moreSearch)} more using (order_id)
       where current.order_id = changed.order_id
         and (current.status <> changed.status or more.search is not null)
     ), ordered as (
       insert into ordered_product as current
       select * from ${rowsOf('ordered_product', batch.ordered.values())}
       on conflict (product_id, sales_id) do update set
         product = excluded.product, sales = excluded.sales,
         quantity = current.quantity + excluded.quantity
     ), month as (
       insert into order_month as current
       select status, date_trunc('month', day)::date, sum(count)
       from ${days} group by 1, 2
       on conflict (status, month) do update set count = current.count + excluded.count
     ), tab as (
       insert into order_count as current select * from ${rowsOf('order_count', pairs('status', batch.counts))}
       on conflict (status) do update set count = current.count + excluded.count
     ), confirmation as (
       insert into order_confirmation as current
       select * from ${rowsOf('order_confirmation', confirmations)}
       on conflict (day, within_minutes) do update set count = current.count + excluded.count
     )
     insert into order_day as current
     select * from ${days}
     on conflict (status, day) do update set count = current.count + excluded.count`
  return connection.query(statementOf(statement))
}

/** A pick-up address stays: it belongs to the location, and is not personal data. */
const erasedColumns = Object.entries(personalRowOf(null)).map(([column, left]) =>
  column === 'address'
    ? `address = case when pickup then address else '${left}' end`
    : `${column} = '${left}'`,
)

/**
 * Also erases rows that this batch has just written, so that a rebuild gives the same rows as the
 * live read model.
 */
const eraseOrders = async (orderIds: string[], connection: Connection) => {
  await connection.query(
    `with deleted_file as (
       delete from order_file where order_id = any($1::text[])
     ), erased_search as (
       update order_search set search = only_id.search
       from unnest($1::text[], $2::text[]) only_id (order_id, search)
       where order_search.order_id = only_id.order_id
     )
     update order_detail set ${erasedColumns.join(', ')}, files = '[]'
     where order_id = any($1::text[])`,
    [orderIds, orderIds.map(fold)],
  )
}

const changeFiles = async (files: Batch['files'], connection: Connection) => {
  const changes = [...files].map(([order_id, change]) => ({ order_id, ...change }))
  await connection.query(
    `with change as materialized (
       select * from json_to_recordset($1) as change (order_id text, dropped bool, added jsonb)
     ), deleted_file as (
       delete from order_file using change
       where order_file.order_id = change.order_id and dropped
     )
     update order_detail detail set files = case when dropped then '[]' else files end || added
     from change where detail.order_id = change.order_id`,
    [JSON.stringify(changes)],
  )
  await connection.query(
    `insert into order_file
     select distinct file ->> 'sha256', order_id
     from json_to_recordset($1) as change (order_id text, added jsonb),
       jsonb_array_elements(added) file
     on conflict do nothing`,
    [JSON.stringify(changes)],
  )
}

/**
 * `order_state` is narrow, and has the columns that change during an order's life. `order_detail`
 * is wide, and has the columns that are written once, mostly personal data; a status change does
 * not touch it. `order_search` is narrow, because a search reads hundreds of orders to find ten.
 * Ids are compared as bytes (`collate "C"`), which is several times faster than comparing them by
 * the rules of a language.
 */
const orderTables = `${mentionTable}
${takenBackTable}
${owedTables}
  create table order_state (
    order_id text collate "C" primary key,
    status text collate "C" not null,
    created_at timestamptz not null,
    -- The position of the last change, as isChange in contracts/order/events.ts defines it.
    position int8 not null,
    -- The shop's current message to the customer.
    message text not null,
    review text not null,
    -- [{ orderStatus, dateCreated, orderMessage }], oldest first.
    steps jsonb not null,
    -- { carrier, waybill } of the latest parcel, if staff entered one.
    shipment jsonb,
    -- The latest question to the customer, in the form in which staff get it.
    question jsonb,
    notes int8 not null,
    -- The latest note.
    note text not null,
    assignee uuid,
    -- Who proposed the approval; meaningful only while the order is pending.
    proposed_by uuid,
    -- Why it names no money; empty if it does, or does not say.
    proposal_reason text not null,
    -- { at, by, reason, isBack } of the latest change.
    change jsonb,
    -- How much money its approval names; null if it names none, or there is no approval.
    approved_kobo int8
  );
  create index order_question on order_state ((question ->> 'state')) where question is not null;
  -- Read forwards and backwards: lists sort by both columns in the same direction.
  create index order_list on order_state (status, created_at, order_id);

  create table order_detail (
    order_id text collate "C" primary key,
    -- The same as in order_state, so that one index finds similar payments at about this time.
    created_at timestamptz not null,
    first_name text not null,
    last_name text not null,
    email text not null,
    phone text not null,
    instagram text not null,
    account_name text collate "C" not null,
    country text not null,
    location text not null,
    address text not null,
    -- Whether the address belongs to a pick-up location, and so is not personal data.
    pickup boolean not null,
    postal_code text not null,
    sales_id text not null,
    sales text not null,
    -- Empty if the order has none.
    payment_code text not null,
    -- { kind, seenAt, today } if the total differs from the shop's price at that moment.
    old_price jsonb,
    -- The amount that the customer said they had sent, if it differs from the total.
    sent_amount int8,
    quantity int8 not null,
    delivery_price int8 not null,
    total int8 not null,
    -- [{ productId, product, price, quantity, amount }]
    lines jsonb not null,
    -- The lines in words, so that an export of a million orders need not compute them.
    product text not null,
    -- [{ key, type, sha256, name }]
    files jsonb not null
  );
  create index order_account on order_detail (public.folded(account_name), total, created_at);

  -- The status is not part of any index, and pages have free space: a status change can rewrite
  -- this row within its page, without touching the trigram index.
  create table order_search (
    order_id text collate "C" primary key,
    status text collate "C" not null,
    created_at timestamptz not null,
    search text not null
  ) with (fillfactor = 80);

  create table order_file (
    sha256 text collate "C" not null,
    order_id text collate "C" not null,
    primary key (sha256, order_id)
  );

  -- One row per tab, per tab and month, and per tab and day; days are those of creation in Lagos.
  create table order_month (
    status text collate "C" not null,
    -- The first day of the month.
    month date not null,
    count int8 not null,
    primary key (status, month)
  );
  create table order_count (
    status text collate "C" primary key,
    count int8 not null
  );
  create table order_day (
    status text collate "C" not null,
    day date not null,
    count int8 not null,
    primary key (status, day)
  );

  -- Approvals, by day in Africa/Lagos and by the time since the order was placed.
  create table order_confirmation (
    day date not null,
    within_minutes int8 not null,
    count int8 not null,
    primary key (day, within_minutes)
  );

  -- Quantities in all orders except archived ones.
  create table ordered_product (
    product_id text collate "C" not null,
    sales_id text collate "C" not null,
    product text not null,
    sales text not null,
    quantity int8 not null,
    primary key (product_id, sales_id)
  );`

/**
 * Updating the trigram index row by row would be most of the work of a rebuild. Building the index
 * in one go takes a tenth of that work.
 */
const orderLateIndexes = [
  `create index if not exists order_trigrams on order_search
     using gin (search public.gin_trgm_ops) with (gin_pending_list_limit = 262144)`,
]

/**
 * Empties the list of new trigrams that are not in the index yet. Otherwise some batch would empty
 * it every few thousand orders, and delay the people who wait for that batch by tenths of a second.
 */
const orderUpkeep = [`select gin_clean_pending_list(to_regclass('order_trigrams'))`]
