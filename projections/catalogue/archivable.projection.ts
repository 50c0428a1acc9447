import {
  type EventCodec,
  type EventDefinition,
  type EventOf,
  eventCodec,
} from '@strand/contracts/event-codec'
import type { Projection } from '@strand/event-sourcing/processors/projector'
import { type DecodedEvent, decodeEvents } from '../decoded-events.ts'

type Row = Record<string, unknown>
type AnyEvent = EventOf<EventDefinition>

type Options<Definition extends EventDefinition, Counted extends EventDefinition> = {
  resource: {
    singular: string
    name: string
    noun: string
    id: string
    events: EventCodec<Definition>
  }
  version: number
  tables: string
  columns: Record<string, string>
  /** A new row's values for columns that its event has no value for. */
  initial?: Row
  /**
   * A column that counts events of other streams. `idOf` returns the id of the row that counts the
   * event, if any.
   */
  counted?: {
    column: string
    event: Counted
    idOf: (event: EventOf<Counted>) => string | undefined
  }
}

/**
 * Makes the read model of an archivable resource. Its table has the columns given in the options,
 * and `<name>_id`, `status`, `created_at` and `created_by`.
 */
export const archivableProjection = <
  Definition extends EventDefinition,
  Counted extends EventDefinition = never,
>(
  options: Options<Definition, Counted>,
): Projection => {
  const { resource, version, tables, columns, counted } = options
  const { name, id, events } = resource
  const key = `${name}_id`
  const counting = counted ? [counted.event] : []
  const codec = eventCodec<EventDefinition>(events.stream, [...events.definitions, ...counting])
  const fold = foldOf(options)
  const idOf = (event: AnyEvent) =>
    event.type === counted?.event.type
      ? counted.idOf(event as EventOf<Counted>)
      : (event.data as Record<string, string>)[id]

  const changing = ['status', ...Object.keys(columns), ...(counted ? [counted.column] : [])]
  const upsert = `
    insert into ${name} select * from json_populate_recordset(null::${name}, $1)
    on conflict (${key}) do update set
      ${changing.map((column) => `${column} = excluded.${column}`).join(', ')}`

  return {
    name,
    version,
    views: [name],
    tables,
    eventTypes: codec.types,
    durableTypes: events.types,
    apply: async (recorded, connection) => {
      const changes = decodeEvents(codec, recorded).flatMap((decoded) => {
        const rowId = idOf(decoded.event)
        return rowId === undefined ? [] : [{ decoded, rowId }]
      })
      if (changes.length === 0) return
      const existing = await connection.query<Row>(
        `select * from ${name} where ${key} = any($1::uuid[])`,
        [[...new Set(changes.map(({ rowId }) => rowId))]],
      )
      const rows = new Map(existing.rows.map((row) => [row[key], row]))
      for (const { decoded, rowId } of changes)
        rows.set(rowId, fold(decoded, rowId, rows.get(rowId)))
      await connection.query(upsert, [JSON.stringify([...rows.values()])])
    },
  }
}

const foldOf = <Definition extends EventDefinition, Counted extends EventDefinition>(
  options: Options<Definition, Counted>,
) => {
  const { resource, columns, initial = {}, counted } = options
  const { singular, name, noun } = resource
  const contentOf = (data: Row) =>
    Object.fromEntries(
      Object.entries(columns).flatMap(([column, field]) =>
        field in data ? [[column, data[field]]] : [],
      ),
    )

  return ({ event, at, actor }: DecodedEvent<AnyEvent>, id: string, row: Row | undefined): Row => {
    const { type } = event
    const data = event.data as Row
    if (type === `${noun}Created`) {
      const created = { status: 'active', created_at: at, created_by: actor.id }
      return { [`${name}_id`]: id, ...initial, ...contentOf(data), ...created }
    }
    if (!row) throw new Error(`${type} of ${singular} ${id}, which was never created`)
    if (type === `${noun}Archived`) return { ...row, status: 'archived' }
    if (type === `${noun}Restored`) return { ...row, status: 'active' }
    if (type === counted?.event.type)
      return { ...row, [counted.column]: Number(row[counted.column]) + 1 }
    return { ...row, ...contentOf(data) }
  }
}
