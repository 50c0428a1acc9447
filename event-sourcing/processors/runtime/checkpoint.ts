import type { Position } from '../../event-store/event-store.ts'
import type { Connection } from '../../postgres/pool.ts'
import type { Checkpoint, EventReference } from './log-identity.ts'

/** A follower keeps the log's tree; it has neither a read model nor an outbox. */
export type ProcessorKind = 'projection' | 'reaction' | 'follower'

/** Identifies a checkpoint. Reactors and followers have version 0. */
export type CheckpointKey = { kind: ProcessorKind; name: string; version: number }

/**
 * An advance of a checkpoint: the last event's position, when the log recorded it and which event
 * it was, and the number of events passed.
 */
export type CheckpointAdvance = {
  position: Position
  count: number
  at: Date
  lastEvent: EventReference | null
}

/**
 * Another processor moved the checkpoint, or a newer version deleted it. The next lease reads it
 * again.
 */
export class CheckpointMoved extends Error {
  override name = 'CheckpointMoved'
}

export const keyValues = ({ kind, name, version }: CheckpointKey) => [kind, name, version]

export const readCheckpoint = async (
  connection: Connection,
  key: CheckpointKey,
): Promise<Checkpoint | null> => {
  const { rows } = await connection.query<{ position: string; lastEvent: EventReference | null }>(
    `select position::text, last_event as "lastEvent" from public.checkpoint
      where kind = $1 and name = $2 and version = $3`,
    keyValues(key),
  )
  const [row] = rows
  return row ? { ...row, position: BigInt(row.position) } : null
}

/**
 * Moves the checkpoint from `from` to `to`; throws CheckpointMoved if it is not at `from`. If
 * this is the first statement of a transaction, a second processor has to wait, and then finds that
 * the checkpoint has moved.
 */
export const moveCheckpoint = async (
  connection: Connection,
  key: CheckpointKey,
  from: Position,
  to: CheckpointAdvance,
): Promise<void> => {
  const { rowCount } = await connection.query(
    `update public.checkpoint
        set position = $5, seen = seen + $6, seen_at = $7, last_event = $8
      where kind = $1 and name = $2 and version = $3 and position = $4`,
    [...keyValues(key), String(from), String(to.position), to.count, to.at, to.lastEvent],
  )
  if (rowCount !== 1)
    throw new CheckpointMoved(`The checkpoint of ${key.kind} ${key.name} is not at ${from}`)
}

/**
 * The first statement of a transaction that retries parked events. Throws CheckpointMoved unless
 * the checkpoint is where this processor expects it, and no other process has retried in the
 * meantime. Makes a second processor wait, like `moveCheckpoint`.
 */
export const countRetry = async (
  connection: Connection,
  key: CheckpointKey,
  at: { position: Position; retries: bigint },
): Promise<void> => {
  const { rowCount } = await connection.query(
    `update public.checkpoint set mended = mended + 1
      where kind = $1 and name = $2 and version = $3 and position = $4 and mended = $5`,
    [...keyValues(key), String(at.position), String(at.retries)],
  )
  if (rowCount !== 1)
    throw new CheckpointMoved(`The checkpoint of ${key.kind} ${key.name} is not at ${at.position}`)
}
