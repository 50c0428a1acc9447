import { modelled, type Values } from '../statement.ts'

const checkpointKey = ([kind, name, version]: Values) => `${kind} ${name} ${version}`

const lock = (text: string, digest: string, scope: 'session' | 'transaction', wait: boolean) =>
  modelled(text, digest, ({ advisory }, [name]) => [
    { locked: advisory(String(name), { scope, wait }) },
  ])

/** Locks, checkpoints and versions of projections, which are all there from the start. */
export const processorStatements = [
  lock('pg_advisory_xact_lock(hashtext($1))', 'e31efccd', 'transaction', true),
  lock('pg_advisory_xact_lock(hashtextextended($1, 0))', '21d53c46', 'transaction', true),
  lock('pg_try_advisory_xact_lock(hashtext($1))', '50bd98cb', 'transaction', false),
  lock('pg_try_advisory_xact_lock(hashtextextended($1, 0))', 'acff05c1', 'transaction', false),
  lock('pg_try_advisory_lock(hashtextextended($1, 0))', '8c159799', 'session', false),
  modelled("select to_regclass('migration')", 'fde6e864', () => [{ made: true }]),
  modelled('select name, checksum from migration', '9140a1bb', () => []),

  modelled(
    "values ('reaction', $1, 0, $2) on conflict do nothing",
    'b559b736',
    (db, [name, position]) => {
      const key = `reaction ${name} 0`
      if (db.get('checkpoint', key)) return 0
      db.put('checkpoint', key, { position, lastEvent: null, seen: 0 })
      return 1
    },
  ),
  modelled(
    'select position::text, last_event as "lastEvent" from public.checkpoint',
    'df55c0ab',
    (db, key) => {
      const row = db.get('checkpoint', checkpointKey(key))
      return row ? [row] : []
    },
  ),
  modelled(
    'update public.checkpoint set position = $5, seen = seen + $6',
    'bbb54856',
    (db, values) => {
      const key = checkpointKey(values)
      const row = db.get('checkpoint', key)
      if (!row || row.position !== values[3]) return 0
      const [, , , , position, count, , lastEvent] = values
      db.put('checkpoint', key, {
        ...row,
        position,
        lastEvent,
        seen: Number(row.seen) + Number(count),
      })
      return 1
    },
  ),
  modelled('delete from public.parked_stream p using public.checkpoint', '7fe7affb', () => 0),
  modelled(
    'insert into public.parked_stream',
    'fdf3b5af',
    (db, [kind, name, , streams, , , , , reasons]) => {
      db.mustNot(`${kind} ${name} parks ${streams}: ${reasons}`)
      return 1
    },
  ),
  modelled(
    'select c.mended::text as retries, count(p.stream)::int as streams',
    '128f4319',
    (db, key) =>
      db.get('checkpoint', checkpointKey(key)) ? [{ streams: 0, from: null, retries: '0' }] : [],
  ),

  modelled(
    "select from public.checkpoint where kind = 'reaction'",
    '8c481e9f',
    (db, [name, position]) =>
      db.get('checkpoint', `reaction ${name} 0`)?.position === position ? [{}] : [],
  ),
  modelled(
    'select o.position::text, o.stream, o.revision, o.event_id as id',
    '108a413d',
    (db, [name, before, limit]) =>
      db
        .all('outbox')
        .filter(
          (row) =>
            row.reaction === name &&
            (before === null || BigInt(String(row.position)) < BigInt(String(before))),
        )
        .sort((one, other) => Number(other.position) - Number(one.position))
        .slice(0, Number(limit))
        .map(({ position, stream, revision, eventId }) => ({
          position,
          stream,
          revision,
          id: eventId,
        })),
  ),
  modelled(
    'update public.checkpoint set position = $2, last_event = $3, seen = case',
    'e7e010d8',
    (db, [name, position, lastEvent]) => {
      const key = `reaction ${name} 0`
      db.put('checkpoint', key, { ...db.get('checkpoint', key), position, lastEvent })
      return 1
    },
  ),

  modelled(
    'select version, views from public.projection where name = $1 for update',
    '2bc3847d',
    (db, [name]) => {
      const row = db.get('projection', String(name))
      return row ? [row] : []
    },
  ),
  modelled('select checksum from public.checkpoint', '95980225', (db, [name, version]) => {
    const row = db.get('checkpoint', `projection ${name} ${version}`)
    return row ? [{ checksum: row.checksum }] : []
  }),
  modelled('as there from unnest($2::text[]) view', '01d845b3', () => [{ there: true }]),
  modelled('from pg_namespace where nspname', '8ca01686', () => []),
  modelled('create index if not exists order_trigrams', '177ab746', () => 0),
  modelled('create index if not exists bank_line_trigrams', '2b5ec50b', () => 0),
  modelled("select gin_clean_pending_list(to_regclass('order_trigrams'))", 'c9a6f92c', () => [{}]),
  modelled(
    'select p.name, p.version, c.position::text, c.mended::text as retries',
    '5fc215bc',
    (db) =>
      db.all('projection').flatMap((row) => {
        const found = db.get('checkpoint', `projection ${row.name} ${row.version}`)
        return found ? [{ ...row, position: found.position, retries: '0', parkedFrom: null }] : []
      }),
  ),
]
