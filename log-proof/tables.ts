import type { Position } from '@strand/event-sourcing/event-store/event-store'
import { migrate } from '@strand/event-sourcing/postgres/migrate'
import type { Connection, Pool } from '@strand/event-sourcing/postgres/pool'
import { type Tile, tileWidth } from './tree.ts'

// Access to the tables in `migrations/`. The follower writes them; query-api and `verify` read
// them.

export type StoredTree = {
  origin: string
  verifierKey: string
  size: number
  position: bigint
  macsFrom: number | null
  /** A change of keys that both keys have signed, and that the log has not recorded yet. */
  keyChange: string | null
}

export type StoredCheckpoint = {
  /** `YYYY-MM-DD` in Africa/Lagos. */
  day: string
  size: number
  note: string
  signedAt: Date
}

type Source = Pick<Pool | Connection, 'query'>

export const prepareLogProofTables = (pool: Pool): Promise<void> =>
  migrate(pool, 'log-proof', new URL('./migrations/', import.meta.url))

/** Null before the first checkpoint. */
export const readTree = async (source: Source): Promise<StoredTree | null> => {
  const { rows } = await source.query<Omit<StoredTree, 'position'> & { position: string }>(
    `select origin, verifier_key as "verifierKey", size, position::text, macs_from as "macsFrom",
            key_change as "keyChange"
       from log_proof.tree`,
  )
  return rows[0] ? { ...rows[0], position: BigInt(rows[0].position) } : null
}

const checkpointColumns = `to_char(day, 'YYYY-MM-DD') as day, size, note, signed_at as "signedAt"`

export const readCheckpoint = async (source: Source): Promise<StoredCheckpoint | null> => {
  const { rows } = await source.query<StoredCheckpoint>(
    `select ${checkpointColumns} from log_proof.checkpoint c order by c.day desc limit 1`,
  )
  return rows[0] ?? null
}

/** The last checkpoint of each day before `before` (without it, of every day), newest first. */
export const readDays = async (
  source: Source,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<StoredCheckpoint[]> => {
  const { rows } = await source.query<StoredCheckpoint>(
    `select ${checkpointColumns} from log_proof.checkpoint c
      where $1::date is null or c.day < $1::date order by c.day desc limit $2`,
    [before ?? null, limit],
  )
  return rows
}

export const readCheckpoints = async (source: Source): Promise<StoredCheckpoint[]> => {
  const { rows } = await source.query<StoredCheckpoint>(
    `select ${checkpointColumns} from log_proof.checkpoint c order by c.day`,
  )
  return rows
}

/** Up to `count` tiles of a level, in order, starting with tile `from`. */
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

/**
 * A mark: the position of the event with which the log reached `size` events. The beginning of the
 * log is a mark, too: size 0 at `beginning`.
 */
export type Mark = { size: number; position: Position }

/**
 * The last mark at or before a position, or at or before a size; null if the tree has no mark yet.
 * Each tile of leaves begins with a mark.
 */
export const readMark = async (
  source: Source,
  at: { position: Position } | { size: number },
): Promise<Mark | null> => {
  const [column, value] =
    'size' in at
      ? ['index', Math.floor(at.size / tileWidth)]
      : ['after_position', String(at.position)]
  const { rows } = await source.query<{ index: number; after: string }>(
    `select index, after_position::text as after from log_proof.entry_tile t
      where t.${column} <= $1 order by t.${column} desc limit 1`,
    [value],
  )
  return rows[0] ? { size: rows[0].index * tileWidth, position: BigInt(rows[0].after) } : null
}

/** The next mark; null if the tree has no more. */
export const readNextMark = async (source: Source, { size }: Mark): Promise<Mark | null> => {
  const tile = await readEntryTile(source, size / tileWidth + 1)
  return tile && { size: tile.index * tileWidth, position: tile.after }
}

/**
 * Deletes the tiles' marks after `size`. A restarted tree writes them again, possibly from another
 * log.
 */
export const dropEntryTilesAfter = (connection: Connection, size: number) =>
  connection.query('delete from log_proof.entry_tile where index * $2 >= $1', [size, tileWidth])

/** A tile of leaves; its events begin after this position. */
export type EntryTile = { index: number; after: Position }

export const readEntryTile = async (source: Source, index: number): Promise<EntryTile | null> => {
  const { rows } = await source.query<{ after: string }>(
    'select after_position::text as after from log_proof.entry_tile where index = $1',
    [index],
  )
  return rows[0] ? { index, after: BigInt(rows[0].after) } : null
}

export const writeEntryTiles = async (
  connection: Connection,
  tiles: EntryTile[],
): Promise<void> => {
  if (tiles.length === 0) return
  await connection.query(
    `insert into log_proof.entry_tile (index, after_position)
     select * from unnest($1::int8[], $2::int8[])
     on conflict (index) do update set after_position = excluded.after_position`,
    [tiles.map(({ index }) => index), tiles.map(({ after }) => String(after))],
  )
}

export const writeTree = async (connection: Connection, tree: StoredTree): Promise<void> => {
  await connection.query(
    `insert into log_proof.tree (origin, verifier_key, size, position, macs_from, key_change)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (only_row) do update
       set size = excluded.size, position = excluded.position, macs_from = excluded.macs_from,
         verifier_key = excluded.verifier_key, key_change = excluded.key_change`,
    [
      tree.origin,
      tree.verifierKey,
      tree.size,
      String(tree.position),
      tree.macsFrom,
      tree.keyChange,
    ],
  )
}

/** Stores a checkpoint, in place of an earlier one of the same day. */
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
