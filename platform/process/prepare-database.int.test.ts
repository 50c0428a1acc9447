import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { postgresEventStore } from '@strand/event-sourcing/event-store/postgres/postgres-event-store'
import { silentLog } from '@strand/event-sourcing/log'
import { openPool, type Pool } from '@strand/event-sourcing/postgres/pool'
import { startProjector } from '@strand/event-sourcing/processors/projector'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { keyRing } from '../crypto/key-ring.ts'
import { openPersonalData } from '../crypto/personal-data.ts'
import { openQueue } from '../jobs/queue.ts'
import { startEmbeddedPostgres } from '../postgres/embedded.ts'
import { type services, urlOfRole } from '../postgres/roles.ts'
import { testPasswords, urlsOfRoles } from '../testing/database-roles.ts'
import { eventually } from '../testing/eventually.ts'
import { testDatabase, testEventStore } from '../testing/test-database.ts'
import { prepareDatabase, prepareTables } from './prepare-database.ts'

const parts = { packages: [], eventLog: true, queue: true, log: silentLog }

const notes = {
  name: 'notes',
  version: 1,
  views: ['note'],
  eventTypes: ['Noted'],
  tables: 'create table note (text text primary key)',
  apply: async (events: { data: object }[], connection: Pick<Pool, 'query'>) => {
    await connection.query(
      `insert into note select e ->> 'text' from json_array_elements($1) e on conflict do nothing`,
      [JSON.stringify(events.map(({ data }) => data))],
    )
  },
}
const noted = (text: string) => ({
  id: crypto.randomUUID(),
  type: 'Noted',
  data: { text },
  metadata: {},
})

/** A database of an older release: one role has made everything, before other roles existed. */
const olderDatabase = async () => {
  const { url, pool } = await testDatabase()
  const eventStore = await testEventStore(url, { keep: true })
  await eventStore.append('notes', [noted('before')], 'no-stream')
  const projection = startProjector(notes, { pool, eventStore, log: silentLog })
  await eventually(() => projection.state(), { position: 0n })
  await projection.stop()
  const keys = await openPersonalData({
    pool,
    masterKey: keyRing(Buffer.alloc(32, 1)),
    log: silentLog,
  })
  await keys.close()
  await (await openQueue(url, { log: silentLog })).close()
  await eventStore.close()
  return { url, pool }
}

/** The objects, except extensions, that belong to no role of the shop. */
const strangersIn = async (pool: Pool) => {
  const { rows } = await pool.query(
    `select c.oid::regclass::text as thing from pg_class c
        where c.relnamespace in (select oid from pg_namespace where nspname !~ '^pg_|^information')
          and pg_get_userbyid(c.relowner) !~ '^strand_'
     union all
     select p.oid::regprocedure::text from pg_proc p
        where p.pronamespace in ('event_log'::regnamespace, 'queue'::regnamespace)
          and pg_get_userbyid(p.proowner) !~ '^strand_'
     union all
     select nspname from pg_namespace
        where nspname !~ '^pg_|^information|^public$' and pg_get_userbyid(nspowner) !~ '^strand_'`,
  )
  return rows
}

test('a database that one role made is handed over, keeps its data, and works on', async () => {
  const { url, pool } = await olderDatabase()
  expect(await strangersIn(pool)).not.toEqual([])
  await prepareTables(url, parts)
  await prepareTables(url, parts)
  expect(await strangersIn(pool)).toEqual([])

  const urls = urlsOfRoles(url)
  const open = (service: (typeof services)[number]) => {
    const opened = openPool(urls[service], { log: silentLog, name: 'test' })
    onTestFinished(() => opened.end())
    return opened
  }
  const eventStore = await postgresEventStore({
    url: urls.command,
    log: silentLog,
    requireDurable: false,
  })
  onTestFinished(() => eventStore.close())
  await eventStore.append('notes', [noted('after')], 0)
  // For a new version, the projector must drop the old version's schema and replace its views.
  const projection = startProjector(
    { ...notes, version: 2, tables: 'create table note (text text primary key, more int)' },
    { pool: open('projections'), eventStore, log: silentLog },
  )
  onTestFinished(() => projection.stop())
  const query = open('query')
  await eventually(
    async () => (await query.query('select text, more from read.note').catch(() => null))?.rowCount,
    2,
  )
  await eventually(
    async () => (await pool.query(`select from pg_namespace where nspname = 'notes_v1'`)).rowCount,
    0,
  )
  const masterKey = keyRing(Buffer.alloc(32, 1))
  const keys = await openPersonalData({ pool: open('command'), masterKey, log: silentLog })
  const { id } = await keys.take()
  const others = await openPersonalData({ pool: open('workers'), masterKey, log: silentLog })
  expect(await others.load(id)).toMatchObject({ id })
  await keys.close()
  const queue = await openQueue(urls.workers, { log: silentLog })
  onTestFinished(() => queue.close())
  await queue.add('handed-over', [{ id: 'one', data: {} }])
})

test('privileges added by hand are revoked, and those that a backup lost are restored', async () => {
  const { url, pool } = await testDatabase()
  await prepareTables(url, parts)
  await pool.query(
    `grant delete on event_log.event to strand_workers;
     grant update, delete on event_log.event to strand_migrate;
     grant select on public.outbox to strand_projections;
     revoke select on public.checkpoint from strand_query`,
  )
  await prepareTables(url, parts)
  const { rows } = await pool.query(
    `select has_table_privilege('strand_workers', 'event_log.event', 'delete') as workers,
       has_table_privilege('strand_migrate', 'event_log.event', 'update, delete') as migrate,
       has_table_privilege('strand_projections', 'public.outbox', 'select') as projections,
       has_table_privilege('strand_query', 'public.checkpoint', 'select') as query`,
  )
  expect(rows).toEqual([{ workers: false, migrate: false, projections: false, query: true }])
})

test('several concurrent preparations have the same result as one', async () => {
  const { url, pool } = await testDatabase()
  await prepareTables(url, parts)
  await Promise.all(Array.from({ length: 3 }, () => prepareTables(url, parts)))
  const { rows } = await pool.query(
    `select has_table_privilege('strand_query', 'event_log.event', 'select') as query`,
  )
  expect(rows).toEqual([{ query: true }])
})

test('an owner who may create roles can prepare a database without a superuser, and strand_migrate can repeat it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-prepare-'))
  await chmod(folder, 0o755)
  const server = await startEmbeddedPostgres(path.join(folder, 'postgres'), { fsync: 'off' })
  onTestFinished(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query(`create role owner login createrole password 'of the owner'`)
  await client.query('create database shop owner owner')
  await client.end()
  const of = (user: string, password: string) => {
    const url = new URL(server.url)
    return Object.assign(url, { username: user, password, pathname: '/shop' }).href
  }

  const passwords = { ...testPasswords, migrate: 'password-of-migrate' }
  const owner = of('owner', 'of the owner')
  await prepareDatabase(owner, { ...parts, passwords })
  await prepareDatabase(owner, { ...parts, passwords })
  const migrate = urlOfRole(owner, 'migrate', passwords.migrate)
  await prepareDatabase(migrate, { ...parts, passwords: {} })
  const store = await postgresEventStore({
    url: urlsOfRoles(owner).command,
    log: silentLog,
    requireDurable: false,
  })
  onTestFinished(() => store.close())
  expect(await store.append('notes', [noted('here')], 'no-stream')).toMatchObject({ ok: true })
})
