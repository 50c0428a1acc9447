import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { type Connection, type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import { identifier } from '../postgres/sql.ts'
import type { Erasures, Manifest } from './manifest.ts'
import { compareLog } from './restore-log.ts'
import type { BackupStore } from './store.ts'
import { loadTables } from './tables.ts'

/** The tables of `public` with columns for positions in the log. */
const positionColumns = ['outbox', 'mention_read', 'bank_import', 'checkpoint', 'parked_stream']

export type Forget = (connection: Connection, keyIds: string[]) => Promise<void>

/** What staff read about an email that was being sent at the time of the backup. */
const mayHaveGone = 'It was being sent when this shop’s backup was made'

/**
 * Fills the tables in one transaction, with the events' positions in the restored log. No email is
 * left waiting: an email that was being sent becomes a failed email, which staff can send again.
 */
export const restoreTables = (
  pool: Pool,
  options: {
    store: BackupStore
    manifest: Manifest
    eventStore: EventStore
    erasures: Erasures
    /** Deletes what the shop stores about erased people besides their keys. */
    forget: Forget
  },
): Promise<void> =>
  transaction(pool, async (connection) => {
    const { manifest } = options
    // In an earlier attempt to restore, the shop may have begun to build the read models.
    await connection.query('delete from public.parked_stream')
    await connection.query('delete from public.checkpoint')
    await loadTables(connection, options.store, manifest)
    const { rows } = await connection.query<{ place: string }>(
      positionColumns
        .map(
          (table) =>
            `select position::text as place from public.${identifier(table)} where position >= 0`,
        )
        .join(' union '),
    )
    const end = BigInt(manifest.log.last?.position ?? -1)
    const places = new Set([end, ...rows.map(({ place }) => BigInt(place))])
    const sorted = [...places].filter((place) => place >= 0n).sort((a, b) => (a < b ? -1 : 1))
    const moved = await compareLog(options, sorted)
    await movePositions(connection, moved)
    await nameLastEvent(connection, manifest, moved.get(end))
    await resetTree(connection, manifest)
    await failMailsUnderWay(connection)
    await connection.query('delete from public.personal_key where id = any($1::uuid[])', [
      options.erasures.keys,
    ])
    await options.forget(connection, options.erasures.keys)
  })

const movePositions = async (connection: Connection, moved: Map<bigint, bigint>) => {
  const changed = [...moved].filter(([before, now]) => before !== now)
  for (const table of positionColumns)
    await connection.query(
      `update public.${identifier(table)} t set position = moved.now
         from unnest($1::int8[], $2::int8[]) moved (before, now) where t.position = moved.before`,
      [changed.map(([before]) => String(before)), changed.map(([, now]) => String(now))],
    )
}

/** Lets a reactor that was ahead of the backed-up log continue at the end of the restored log. */
const nameLastEvent = async (
  connection: Connection,
  { log }: Manifest,
  end: bigint | undefined,
): Promise<void> => {
  if (!log.last || end === undefined) return
  const { position: _, ...last } = log.last
  await connection.query('update public.checkpoint set last_event = $1 where position = $2', [
    last,
    String(end),
  ])
}

/** Empties the tree, which is then built again and must give the root of every checkpoint. */
const resetTree = async (connection: Connection, { log }: Manifest): Promise<void> => {
  await connection.query('update log_proof.tree set size = 0, position = -1')
  await connection.query('delete from log_proof.tile')
  await connection.query('delete from log_proof.checkpoint where size > $1', [log.events])
}

export const failMailsUnderWay = async (source: Pick<Pool, 'query'>): Promise<void> => {
  await source.query(
    `update public.outbox set state = 'failed', reason = $1, finished_at = now()
      where state in ('delayed', 'waiting', 'dispatched')`,
    [mayHaveGone],
  )
}
