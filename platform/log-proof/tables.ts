import type { Position } from '../event-store/event-store.ts'
import { migrate } from '../postgres/migrate.ts'
import type { Connection, Pool } from '../postgres/pool.ts'
import type { Tile } from './tree.ts'

// What the tables of `migrations/` hold. The follower writes them; query-api and `verify` read.

export type StoredTree = { origin: string; verifierKey: string; size: number; position: bigint }

/** A signed checkpoint: the last one of its day, or the newest of all. */
export type StoredCheckpoint = {
  /** `YYYY-MM-DD` in Africa/Lagos. */
  day: string
  size: number
  note: string
  signedAt: Date
}

type Source = Pick<Pool | Connection, 'query'>

/** Creates the tables if they are missing. Throws BadSetting when the role may not. */
export const prepareLogProofTables = (pool: Pool): Promise<void> =>
  migrate(pool, 'log-proof', new URL('./migrations/', import.meta.url))

/** Null before the first checkpoint. */
export const readTree = async (source: Source): Promise<StoredTree | null> => {
  const { rows } = await source.query<Omit<StoredTree, 'position'> & { position: string }>(
    `select origin, verifier_key as "verifierKey", size, position::text from log_proof.tree`,
  )
  return rows[0] ? { ...rows[0], position: BigInt(rows[0].position) } : null
}

const checkpointColumns = `to_char(day, 'YYYY-MM-DD') as day, size, note, signed_at as "signedAt"`

/** The newest checkpoint; null before the first one. */
export const readCheckpoint = async (source: Source): Promise<StoredCheckpoint | null> => {
  const { rows } = await source.query<StoredCheckpoint>(
    `select ${checkpointColumns} from log_proof.checkpoint c order by c.day desc limit 1`,
  )
  return rows[0] ?? null
}

/** The checkpoint of a day, or the last one before it; null if there is none. */
export const readCheckpointUntil = async (
  source: Source,
  day: string,
): Promise<StoredCheckpoint | null> => {
  const { rows } = await source.query<StoredCheckpoint>(
    `select ${checkpointColumns} from log_proof.checkpoint c
      where c.day <= $1 order by c.day desc limit 1`,
    [day],
  )
  return rows[0] ?? null
}

/** Every kept checkpoint, oldest first. */
export const readCheckpoints = async (source: Source): Promise<StoredCheckpoint[]> => {
  const { rows } = await source.query<StoredCheckpoint>(
    `select ${checkpointColumns} from log_proof.checkpoint c order by c.day`,
  )
  return rows
}

/** Up to `count` tiles of a level from an index on, in order. */
export const readTiles = async (
  source: Source,
  level: number,
  from: number,
  count: number,
): Promise<Tile[]> => {
  const { rows } = await source.query<Tile>(
    `select level, index, hashes from log_proof.tile
      where level = $1 and index >= $2 and index < $3 order by index`,
    [level, from, from + count],
  )
  return rows
}

/** The hashes of a tile, of which a partial one may have any number; null when there is none. */
export const readTile = async (
  source: Source,
  level: number,
  index: number,
): Promise<Buffer | null> => (await readTiles(source, level, index, 1))[0]?.hashes ?? null

export const writeTiles = async (connection: Connection, tiles: Tile[]): Promise<void> => {
  await connection.query(
    `insert into log_proof.tile (level, index, hashes)
     select * from unnest($1::int4[], $2::int8[], $3::bytea[])
     on conflict (level, index) do update set hashes = excluded.hashes`,
    [
      tiles.map(({ level }) => level),
      tiles.map(({ index }) => index),
      tiles.map(({ hashes }) => hashes),
    ],
  )
}

/** The position of the event with which the log had `size` events. */
export type Mark = { size: number; position: Position }

/** Every so many events have a mark. */
export const markEvery = 256

export const writeMarks = async (connection: Connection, marks: Mark[]): Promise<void> => {
  if (marks.length === 0) return
  await connection.query(
    `insert into log_proof.mark (size, position) select * from unnest($1::int8[], $2::int8[])
     on conflict (size) do update set position = excluded.position`,
    [marks.map(({ size }) => size), marks.map(({ position }) => String(position))],
  )
}

/** The tree may have been begun anew, of another log: its marks come again. */
export const dropMarksAfter = (connection: Connection, size: number) =>
  connection.query('delete from log_proof.mark where size > $1', [size])

/** The last mark that is not after a position or a size; null if there is none. */
export const readMark = async (
  source: Source,
  at: { position: Position } | { size: number },
): Promise<Mark | null> => {
  const [column, value] = 'size' in at ? ['size', at.size] : ['position', String(at.position)]
  const { rows } = await source.query<{ size: number; position: string }>(
    `select size, position::text from log_proof.mark m
      where m.${column} <= $1 order by m.${column} desc limit 1`,
    [value],
  )
  return rows[0] ? { size: rows[0].size, position: BigInt(rows[0].position) } : null
}

export const writeTree = async (connection: Connection, tree: StoredTree): Promise<void> => {
  await connection.query(
    `insert into log_proof.tree (origin, verifier_key, size, position) values ($1, $2, $3, $4)
     on conflict (only_row) do update set size = excluded.size, position = excluded.position`,
    [tree.origin, tree.verifierKey, tree.size, String(tree.position)],
  )
}

/** Replaces the checkpoint of its day. */
export const writeCheckpoint = async (
  connection: Connection,
  checkpoint: StoredCheckpoint,
): Promise<void> => {
  await connection.query(
    `insert into log_proof.checkpoint (day, size, note, signed_at) values ($1, $2, $3, $4)
     on conflict (day) do update
       set size = excluded.size, note = excluded.note, signed_at = excluded.signed_at`,
    [checkpoint.day, checkpoint.size, checkpoint.note, checkpoint.signedAt],
  )
}
