import type { Position } from '../../event-store/event-store.ts'
import type { Connection } from '../../postgres/pool.ts'
import type { Checkpoint, EventReference } from './log-identity.ts'

/** A follower maintains the log's tree rather than a read model or an outbox. */
export type ProcessorKind = 'projection' | 'reaction' | 'follower'

/** Identifies a checkpoint; the version of a reactor or follower is 0. */
export type CheckpointKey = { kind: ProcessorKind; name: string; version: number }

/**
 * How far a processor has got: the position, the number of events, when the log recorded the last
 * one, and which event that was.
 */
export type CheckpointAdvance = {
  position: Position
  count: number
  at: Date
  lastEvent: EventReference | null
}

/** Another processor moved the checkpoint, or a newer version removed it; read it again. */
export class CheckpointMoved extends Error {
  override name = 'CheckpointMoved'
}

/** The key as a statement's parameters. */
export const keyValues = ({ kind, name, version }: CheckpointKey) => [kind, name, version]

/** Null if there is no checkpoint. */
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
 * Moves the checkpoint by compare-and-set: only if it is where this processor believes it to be. As
 * the first statement of a transaction, it also blocks a second processor, which then finds that
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
 * The first statement of a transaction that retries parked events. It succeeds only if the
 * checkpoint is where this processor believes it to be and nobody else has retried in the meantime.
 * Blocks a second processor, like `moveCheckpoint`.
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
