import type { Connection, Pool } from '@strand/event-sourcing/postgres/pool'
import { identifier } from '../postgres/sql.ts'
import { linesOf, openLineWriter } from './lines.ts'
import { type Manifest, type PartWriter, readPart } from './manifest.ts'
import type { BackupStore } from './store.ts'

/**
 * Tables that a backup leaves out: those that the processors can rebuild, and those whose data is
 * worthless in a restored shop. Sessions and mailed links are among the latter: a session that
 * ended since the backup, or a link that was used since, must not come back. Every other table of
 * `public` is backed up, even one that a later release adds.
 */
const leftOut = new Set([
  'migration',
  'projection',
  'outbox_admission',
  'outbox_outage',
  'session',
  'sign_in_failure',
  'sign_in_look',
  'sign_in_challenge',
  'oidc_visit',
  'password_reset',
  'known_device_link',
  'used_once',
  'order_lease',
  'drill',
  'restore',
  'backup_run',
])

const onlyRows: Record<string, string> = {
  'public.checkpoint': `where kind = 'reaction'`,
  'public.parked_stream': `where kind = 'reaction'`,
}

/**
 * Tables outside `public`: the log's checkpoints and their cosignatures, which cannot be made
 * again.
 */
const others = [
  'log_proof.tree',
  'log_proof.checkpoint',
  'log_proof.retracted_checkpoint',
  'log_proof.cosigned_checkpoint',
  'log_proof.cosignature',
]

const keyTables = ['public.personal_key', 'public.personal_key_check']

const pageSize = 1_000

type Tables = Pick<Manifest, 'tables' | 'sequences' | 'migrations'>

/** The tables to back up, each before the tables that refer to it. */
const tablesOf = async (connection: Connection): Promise<string[]> => {
  const { rows } = await connection.query<{ name: string; refersTo: string[] }>(
    `select c.relname as name, coalesce((
         select array_agg(f.confrelid::regclass::text) from pg_constraint f
          where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '{}') as "refersTo"
       from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where c.relkind in ('r', 'p') and c.relname <> all ($1)
        and not exists (select from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by c.relname`,
    [[...leftOut]],
  )
  const sorted: string[] = []
  const add = (name: string) => {
    const table = rows.find((row) => row.name === name)
    if (!table || sorted.includes(name)) return
    for (const other of table.refersTo) add(other.replace(/^public\./, ''))
    sorted.push(name)
  }
  for (const { name } of rows) add(name)
  return [...sorted.map((name) => `public.${name}`), ...others]
}

export const writeTables = async (
  connection: Connection,
  { writer, run }: { writer: PartWriter; run: number },
): Promise<Tables> => {
  await connection.query(`set local timezone = 'UTC'`)
  const tables: Manifest['tables'] = {}
  for (const table of await tablesOf(connection)) {
    const folder = keyTables.includes(table) ? 'keys' : 'tables'
    let part = 0
    const lines = openLineWriter({
      name: () => `${folder}/${run}-${table.replaceAll('_', '-')}-${++part}.jsonl.gz`,
      write: writer.write,
    })
    let rows = 0
    for await (const row of readRows(connection, table)) {
      await lines.add(row)
      rows++
    }
    tables[table] = { rows, parts: await lines.end() }
  }
  const sequences = await connection.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
      where schemaname = 'public' and last_value is not null`,
  )
  return {
    tables,
    sequences: Object.fromEntries(sequences.rows.map(({ name, value }) => [name, value])),
    migrations: await readMigrations(connection),
  }
}

/**
 * The applied migrations, without those of the log and the queue, which may be in other databases.
 */
export const readMigrations = async (source: Pick<Pool, 'query'>): Promise<string[]> => {
  const { rows } = await source.query<{ name: string }>(
    `select room || ' ' || name as name from public.migration
      where room not in ('event-log', 'queue') order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Each row as JSON text. The text is never parsed, so that no number loses precision. */
async function* readRows(connection: Connection, table: string): AsyncGenerator<string, void> {
  await connection.query(
    `declare rows_to_keep no scroll cursor for
     select row_to_json(t)::text as row from ${sqlName(table)} t ${onlyRows[table] ?? ''}`,
  )
  for (;;) {
    const { rows } = await connection.query<{ row: string }>(`fetch ${pageSize} from rows_to_keep`)
    if (rows.length === 0) break
    for (const { row } of rows) yield row
  }
  await connection.query('close rows_to_keep')
}

const sqlName = (table: string) => table.split('.').map(identifier).join('.')

/**
 * How many numbers a restored sequence skips. The shop may have used some of them after the backup,
 * and must not use them again; gaps do no harm.
 */
const skipped = 100_000

/** Fills a new shop's tables, in the connection's transaction. */
export const loadTables = async (
  connection: Connection,
  store: BackupStore,
  manifest: Manifest,
): Promise<void> => {
  await connection.query(`set local timezone = 'UTC'`)
  const tables = Object.keys(manifest.tables)
  // Some new tables already have rows, and the backup contains these rows, too.
  for (const table of tables.toReversed())
    await connection.query(`delete from ${sqlName(table)} ${onlyRows[table] ?? ''}`)
  for (const table of tables)
    for (const name of manifest.tables[table]?.parts ?? []) {
      const lines = await linesOf(await readPart(store, manifest, name))
      const columns = Object.keys(JSON.parse(lines[0] ?? '{}'))
        .map(identifier)
        .join(', ')
      for (let first = 0; first < lines.length; first += pageSize)
        await connection.query(
          `insert into ${sqlName(table)} (${columns}) overriding system value
           select ${columns} from json_populate_recordset(null::${sqlName(table)}, $1::json)`,
          [`[${lines.slice(first, first + pageSize).join(',')}]`],
        )
    }
  for (const [name, value] of Object.entries(manifest.sequences))
    await connection.query(`select setval($1::regclass, $2::int8)`, [
      `public.${identifier(name)}`,
      String(BigInt(value) + BigInt(skipped)),
    ])
}

export const readKeyIds = async (store: BackupStore, manifest: Manifest): Promise<Set<string>> => {
  const ids = new Set<string>()
  for (const name of manifest.tables['public.personal_key']?.parts ?? [])
    for (const line of await linesOf(await readPart(store, manifest, name)))
      ids.add(JSON.parse(line).id)
  return ids
}
