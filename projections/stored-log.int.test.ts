import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { EventCodec } from '@strand/contracts/event-codec'
import { eventCodecs } from '@strand/contracts/events'
import { bankLineEvents } from '@strand/contracts/money/bank-line.events'
import { bankStatementEvents } from '@strand/contracts/money/events'
import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import {
  isOfTheLog,
  type RawEvent,
  recordedEvent,
} from '@strand/event-sourcing/event-store/eventstoredb/events'
import { silentLog } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import { eventually } from '@strand/platform/testing/eventually'
import { testDatabase, testEventStore } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { startProjections } from './start-projections.ts'

/**
 * The logs of past releases, as both stores hold them, with the keys to their personal data. Each
 * has the demo's sample shop, and one event of each type that this shop lacks. Every later release
 * must read the same rows from them, except the words of user logs, which follow the current
 * release.
 *
 * For 0.1.0, `tools/stored-log.ts` wrote the EventStoreDB half from a real server. For 0.2.0, the
 * additional events come from test shops, so four user streams are parked in `staff`. A fake
 * server, built on the client's own stubs, stored the EventStoreDB half of 0.2.0.
 */
const releases = readdirSync(new URL('./stored-log/', import.meta.url)).sort()

const fixture = async (release: string, name: string) => {
  const file = new URL(`./stored-log/${release}/${name}.json.gz`, import.meta.url)
  return JSON.parse(gunzipSync(await readFile(file)).toString())
}

type Row = { position: string; recorded_at: string } & Omit<
  RecordedEvent,
  'position' | 'recordedAt'
>
type Raw = { created: string; revision: string; commit: string } & Pick<
  RawEvent,
  'id' | 'streamId' | 'type' | 'isJson' | 'data' | 'metadata'
>
type Keys = { masterKey: string; rows: { id: string; wrapped: string }[] }

/**
 * Fills the tables, which opening `eventStore` and `personalData` has created, with the release's
 * rows.
 */
const restore = async (pool: Pool, events: Row[], keys: Keys) => {
  await pool.query(
    `insert into event_log.event
     select * from json_populate_recordset(null::event_log.event, $1)`,
    [JSON.stringify(events)],
  )
  await pool.query('update event_log.head set position = $1', [events.at(-1)?.position])
  await pool.query(
    `insert into personal_key (id, wrapped)
     select id, decode(wrapped, 'base64') from json_to_recordset($1) keys (id uuid, wrapped text)`,
    [JSON.stringify(keys.rows)],
  )
}

const codecOf = new Map(
  eventCodecs.flatMap((codec) => codec.types.map((type): [string, EventCodec] => [type, codec])),
)
const decode = (recorded: RecordedEvent) => {
  const codec = codecOf.get(recorded.type)
  if (!codec) throw new Error(`no codec reads ${recorded.type}`)
  return codec.decode(recorded)
}

const openRestored = async (release: string) => {
  const { url, pool } = await testDatabase()
  const keys: Keys = await fixture(release, 'keys')
  const eventStore = await testEventStore(url)
  const masterKey = keyRing(Buffer.from(keys.masterKey, 'base64'))
  const personalData = await openPersonalData({ pool, masterKey, log: silentLog })
  await restore(pool, await fixture(release, 'postgres'), keys)
  const recorded: RecordedEvent[] = []
  const subscription = eventStore.subscribeAll({
    from: -1n,
    onBatch: async (events) => void recorded.push(...events),
  })
  const head = await eventStore.headPosition()
  await eventually(() => recorded.at(-1)?.position, head)
  await subscription.stop()
  return { pool, eventStore, personalData, recorded, head }
}

/**
 * Event types that a release's log cannot contain. Add the types that are newer than the release.
 */
const newTypes: Record<string, Set<string>> = {
  '0.1.0': new Set([
    'FailedMailsSent',
    'UserInvited',
    'OrderMailReleased',
    'CustomerContacted',
    'OrderQuestionAsked',
    'OrderProofAdded',
    'OrderQuestionAnswered',
    'OrderNoteAdded',
    'OrderAssigned',
    'OrderMoneyTakenBack',
    'OrderMoneyTakenBackSeenTo',
    'OrderMoneyOwed',
    'OrderMoneyNotOwed',
    'OrderMoneyPaidBack',
    'OrderMoneyNotPaidBack',
    'OrderApprovalProposed',
    'OrderApprovalWithdrawn',
    'ViewShared',
    'SharedViewChanged',
    'SharedViewRemoved',
    'ReportIssued',
    'LogProofBegun',
    'LogSigningKeyChanged',
    'UserGivenCheckpoint',
    'UserToldOfMoneyTakenBack',
    'UserSecondFactorEnrolled',
    'UserSecondFactorRemoved',
    'UserSecondFactorReset',
    'UserSecondFactorFailed',
    'UserPasswordKnown',
    'UserPasswordEnded',
    'UserRecoveryCodesRenewed',
    'UserRecoveryCodeUsed',
    'UserSessionsEnded',
    'BankAccountAdded',
    ...bankStatementEvents.types,
    ...bankLineEvents.types,
    'ProofRead',
  ]),
  '0.2.0': new Set(),
}

test('each release has a stored log and a list of the types that it cannot hold', () => {
  expect(releases).toEqual(Object.keys(newTypes).sort())
})

/** Event types whose schema version rose after the newest release. */
const newShapes = new Set<string>()

test('the newest release’s log holds each event in the current version of its schema', async () => {
  const newest = releases.at(-1) ?? ''
  const rows: Row[] = await fixture(newest, 'postgres')
  const isOlder = (type: string) => newTypes[newest]?.has(type) || newShapes.has(type)
  const shapes = [...new Set(codecOf.values())].flatMap(({ definitions }) => definitions)
  const held = new Set(rows.map(({ type, metadata }) => `${type} ${metadata.schemaVersion}`))
  expect(
    shapes.flatMap(({ type, version }) => {
      const shape = `${type} ${version}`
      return isOlder(type) || held.has(shape) ? [] : [shape]
    }),
  ).toEqual([])
})

test.each(releases)('every event type of %s is decoded in the same way', async (release) => {
  const { recorded } = await openRestored(release)
  const decoded = recorded.map(decode)
  const types = [...codecOf.keys()].filter((type) => !newTypes[release]?.has(type))
  expect(new Set(decoded.map(({ event }) => event.type))).toEqual(new Set(types))
  expect(decoded).toEqual(await fixture(release, 'decoded'))
})

test.each(releases)('EventStoreDB and Postgres hold the same log of %s', async (release) => {
  const raws: Raw[] = await fixture(release, 'eventstoredb')
  const recorded = raws
    .map(({ created, revision, commit, ...event }) => ({
      ...event,
      created: new Date(created),
      revision: BigInt(revision),
      position: { commit: BigInt(commit), prepare: BigInt(commit) },
    }))
    .filter(isOfTheLog)
    .map(recordedEvent)
  const rows: Row[] = await fixture(release, 'postgres')
  expect(recorded.map(({ position, recordedAt, ...event }) => event)).toEqual(
    rows.map(({ position, recorded_at, ...event }) => event),
  )
  expect(recorded.map(decode)).toEqual(await fixture(release, 'decoded'))
})

test.each(
  releases,
)('the log of %s gives the same read models, personal data included', async (release) => {
  const { pool, eventStore, personalData, head } = await openRestored(release)
  const running = startProjections({ pool, eventStore, personalData, log: silentLog })
  onTestFinished(async () => void (await Promise.all(running.map((one) => one.stop()))))
  await eventually(
    () => running,
    (value) => value.every((one) => one.state().position >= head),
  )
  const connection = await pool.connect()
  onTestFinished(() => connection.release(true))
  await connection.query("set time zone 'UTC'")
  for (const [view, rows] of Object.entries<unknown[]>(await fixture(release, 'views'))) {
    const found = await connection.query(
      `select to_jsonb(one) as row from read.${view} one order by to_jsonb(one)::text collate "C"`,
    )
    // A later version of a read model may have more columns, but no other difference.
    expect(
      found.rows.map(({ row }) => row),
      view,
    ).toMatchObject(rows)
  }
})
