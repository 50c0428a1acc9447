import type { Connection, Pool } from '@strand/event-sourcing/postgres/pool'

// The tables of cosigned checkpoints: command-api writes them, query-api shows them, and `verify`
// checks them.

type Source = Pick<Pool | Connection, 'query'>

/** A witness's signature on the checkpoint of `size` events. */
export type StoredCosignature = {
  size: number
  witness: string
  /** The witness's key when the checkpoint was cosigned. */
  verifierKey: string
  /** The signature's line in the note, with its line break. */
  line: string
  signedAt: Date
}

/** A cosigned checkpoint; `note` has only the log’s own signature. */
type CosignedCheckpoint = { size: number; note: string; day: string; signedAt: Date }

/**
 * Reads the cosignatures of checkpoints of these sizes, or of all sizes, sorted by size and
 * witness.
 */
export const readCosignatures = async (
  source: Source,
  sizes?: number[],
): Promise<StoredCosignature[]> => {
  const { rows } = await source.query<StoredCosignature>(
    `select size, witness, verifier_key as "verifierKey", line, signed_at as "signedAt"
       from log_proof.cosignature where $1::int8[] is null or size = any($1) order by size, witness`,
    [sizes ?? null],
  )
  return rows
}

export const readCosigned = async (
  source: Source,
  limit: number | null = null,
): Promise<CosignedCheckpoint[]> => {
  const { rows } = await source.query<CosignedCheckpoint>(
    `select size, note, to_char(day, 'YYYY-MM-DD') as day, signed_at as "signedAt"
       from log_proof.cosigned_checkpoint c order by c.size desc limit $1`,
    [limit],
  )
  return rows
}

/** Stores a cosigned checkpoint with its cosignatures; existing rows are left unchanged. */
export const writeCosigned = async (
  connection: Connection,
  checkpoint: CosignedCheckpoint,
  cosignatures: StoredCosignature[],
): Promise<void> => {
  const { size, note, day, signedAt } = checkpoint
  await connection.query(
    `insert into log_proof.cosigned_checkpoint (size, note, day, signed_at)
     values ($1, $2, $3, $4) on conflict do nothing`,
    [size, note, day, signedAt],
  )
  for (const one of cosignatures)
    await connection.query(
      `insert into log_proof.cosignature (size, witness, verifier_key, line, signed_at)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [size, one.witness, one.verifierKey, one.line, one.signedAt],
    )
}

/** A checkpoint's note with its cosignatures' lines appended. */
export const cosignedNote = (note: string, cosignatures: { line: string }[]): string =>
  note + cosignatures.map(({ line }) => line).join('')
