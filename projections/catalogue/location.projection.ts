import { type LocationEvent, locationEvents } from '@strand/contracts/catalogue/location.events'
import type { Projection } from '@strand/platform/processors/projector'
import { type DecodedEvent, decodeEvents } from '../decoded-events.ts'

type Row = {
  location_id: string
  name: string
  price: number
  address: string
  status: 'active' | 'archived'
  created_at: string | Date
  created_by: string
}

/** `read.location`: where the shop delivers, for how much, and the pick-up addresses. */
export const locationProjection: Projection = {
  name: 'location',
  version: 1,
  views: ['location'],
  eventTypes: locationEvents.types,
  durableTypes: locationEvents.types,
  tables: `
    create table location (
      location_id uuid primary key,
      name text not null,
      price int8 not null,
      address text not null,
      status text not null,
      created_at timestamptz not null,
      created_by text not null
    );
    create index on location (status, created_at, location_id);`,

  apply: async (recorded, connection) => {
    const events = decodeEvents(locationEvents, recorded)
    const ids = [...new Set(events.map(({ event }) => event.data.locationId))]
    const existing = await connection.query<Row>(
      'select * from location where location_id = any($1::uuid[])',
      [ids],
    )
    const rows = new Map(existing.rows.map((row) => [row.location_id, row]))
    for (const decoded of events) rows.set(decoded.event.data.locationId, fold(decoded, rows))
    await connection.query(
      `insert into location
       select * from json_populate_recordset(null::location, $1)
       on conflict (location_id) do update set
         name = excluded.name, price = excluded.price, address = excluded.address,
         status = excluded.status`,
      [JSON.stringify([...rows.values()])],
    )
  },
}

const fold = ({ event, at, actor }: DecodedEvent<LocationEvent>, rows: Map<string, Row>): Row => {
  const { locationId } = event.data
  if (event.type === 'LocationCreated') {
    const { name, price, address } = event.data
    const created = { created_at: at, created_by: actor.id }
    return { location_id: locationId, name, price, address, status: 'active', ...created }
  }
  const row = rows.get(locationId)
  if (!row) throw new Error(`${event.type} of location ${locationId}, which was never created`)
  switch (event.type) {
    case 'LocationUpdated': {
      const { name, price, address } = event.data
      return { ...row, name, price, address }
    }
    case 'LocationArchived':
      return { ...row, status: 'archived' }
    case 'LocationRestored':
      return { ...row, status: 'active' }
  }
}
