import { modelled, type Values } from '../statement.ts'

const checkpointKey = ([kind, name, version]: Values) => `${kind} ${name} ${version}`

const lock = (text: string, digest: string, scope: 'session' | 'transaction', wait: boolean) =>
  modelled(text, digest, ({ advisory }, [name]) => [
    { locked: advisory(String(name), { scope, wait }) },
  ])

/** Locks, checkpoints and versions of projections, which are all there from the start. */
export const processorStatements = [
  lock('pg_advisory_xact_lock(hashtext($1))', '?', 'transaction', true),
  lock('pg_advisory_xact_lock(hashtextextended($1, 0))', '?', 'transaction', true),
  lock('pg_try_advisory_xact_lock(hashtext($1))', '?', 'transaction', false),
  lock('pg_try_advisory_xact_lock(hashtextextended($1, 0))', '?', 'transaction', false),
  lock('pg_try_advisory_lock(hashtextextended($1, 0))', '?', 'session', false),
  modelled("select to_regclass('migration')", '?', () => [{ made: true }]),
  modelled('select name, checksum from migration', '?', () => []),

  modelled("values ('reaction', $1, 0, $2) on conflict do nothing", '?', (db, [name, position]) => {
    const key = `reaction ${name} 0`
    if (db.get('checkpoint', key)) return 0
    db.put('checkpoint', key, { position, lastEvent: null, seen: 0 })
    return 1
  }),
  modelled('select position::text, last_event as "lastEvent" from public.checkpoint', '?', (db, key) => {
    const row = db.get('checkpoint', checkpointKey(key))
    return row ? [row] : []
  }),
  modelled('update public.checkpoint set position = $5, seen = seen + $6', '?', (db, values) => {
    const key = checkpointKey(values)
    const row = db.get('checkpoint', key)
    if (row?.position !== values[3]) return 0
    const [, , , , position, count, , lastEvent] = values
    db.put('checkpoint', key, { ...row, position, lastEvent, seen: Number(row.seen) + Number(count) })
    return 1
  }),
  modelled('delete from public.parked_stream p using public.checkpoint', '?', () => 0),
  modelled('select c.mended::text as retries, count(p.stream)::int as streams', '?', (db, key) =>
    db.get('checkpoint', checkpointKey(key)) ? [{ streams: 0, from: null, retries: '0' }] : [],
  ),

  modelled("select from public.checkpoint where kind = 'reaction'", '?', (db, [name, position]) =>
    db.get('checkpoint', `reaction ${name} 0`)?.position === position ? [{}] : [],
  ),
  modelled('select o.position::text, o.stream, o.revision, o.event_id as id', '?', (db, [name, before, limit]) =>
    db
      .all('outbox')
      .filter(
        (row) =>
          row.reaction === name &&
          (before === null || BigInt(String(row.position)) < BigInt(String(before))),
      )
      .sort((one, other) => Number(other.position) - Number(one.position))
      .slice(0, Number(limit))
      .map(({ position, stream, revision, eventId }) => ({ position, stream, revision, id: eventId })),
  ),
  modelled('update public.checkpoint set position = $2, last_event = $3, seen = case', '?', (db, [name, position, lastEvent]) => {
    const key = `reaction ${name} 0`
    db.put('checkpoint', key, { ...db.get('checkpoint', key), position, lastEvent })
    return 1
  }),

  modelled('select version, views from public.projection where name = $1 for update', '?', (db, [name]) => {
    const row = db.get('projection', String(name))
    return row ? [row] : []
  }),
  modelled('select checksum from public.checkpoint', '?', (db, [name, version]) => {
    const row = db.get('checkpoint', `projection ${name} ${version}`)
    return row ? [{ checksum: row.checksum }] : []
  }),
  modelled('as there from unnest($2::text[]) view', '?', () => [{ there: true }]),
  modelled('from pg_namespace where nspname', '?', () => []),
  modelled('create index if not exists order_trigrams', '?', () => 0),
  modelled('create index if not exists bank_line_trigrams', '?', () => 0),
  modelled("select gin_clean_pending_list(to_regclass('order_trigrams'))", '?', () => [{}]),
  modelled('select p.name, p.version, c.position::text, c.mended::text as retries', '?', (db) =>
    db.all('projection').flatMap((row) => {
      const found = db.get('checkpoint', `projection ${row.name} ${row.version}`)
      return found ? [{ ...row, position: found.position, retries: '0', parkedFrom: null }] : []
    }),
  ),
]
