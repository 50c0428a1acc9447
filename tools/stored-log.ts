import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beginning, type EventToAppend } from '../event-sourcing/event-store/event-store.ts'
import { EventStoreClient } from '../event-sourcing/event-store/eventstoredb/client.ts'
import { positionOf } from '../event-sourcing/event-store/eventstoredb/events.ts'
import { eventStoreDBEventStore } from '../event-sourcing/event-store/eventstoredb/eventstoredb-event-store.ts'
import { parseEventStoreUrl } from '../event-sourcing/event-store/eventstoredb/url.ts'
import { silentLog } from '../event-sourcing/log.ts'

/**
 * `TEST_EVENTSTORE_URL=... node tools/node24.mjs tools/stored-log.ts 0.1.0` writes the EventStoreDB
 * half of a stored log. The program appends the Postgres half to an empty EventStoreDB, as the shop
 * would, and saves all of `$all`, including EventStoreDB's own events.
 */
type Row = EventToAppend & { stream: string; revision: number }

const [release] = process.argv.slice(2)
const url = process.env.TEST_EVENTSTORE_URL
if (!release || !url) throw new Error('Name a release, and a server in TEST_EVENTSTORE_URL')
const folder = new URL(`../projections/stored-log/${release}/`, import.meta.url)

const store = await eventStoreDBEventStore({ url, log: silentLog })
if ((await store.headPosition()) !== beginning) throw new Error(`The log of ${url} is not empty`)
const rows: Row[] = JSON.parse(
  gunzipSync(await readFile(new URL('postgres.json.gz', folder))).toString(),
)
// A command's events were appended together.
const batches = Map.groupBy(rows, (row) => `${row.stream} ${row.metadata.causationId}`)
for (const batch of batches.values()) {
  const [first] = batch
  if (!first) continue
  const events = batch.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }))
  const expected = first.revision === 0 ? 'no-stream' : first.revision - 1
  const result = await store.append(first.stream, events, expected)
  if (!result.ok) throw new Error(`${first.stream} is at revision ${result.actual}`)
}
await store.close()

const client = new EventStoreClient(parseEventStoreUrl(url))
const stored: unknown[] = []
for await (const { event } of client.readAll()) {
  if (!event) continue
  const { id, streamId, type, isJson, data, metadata, created, revision } = event
  const numbers = { revision: String(revision), commit: String(positionOf(event)) }
  stored.push({ id, streamId, type, isJson, data, metadata, created, ...numbers })
}
await client.close()
await writeFile(
  new URL('eventstoredb.json.gz', folder),
  gzipSync(JSON.stringify(stored), { level: 9 }),
)
process.stdout.write(`${stored.length} events\n`)
