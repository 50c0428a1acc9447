import type { Connection, Pool } from '../postgres/pool.ts'

/** A witness's signature of the checkpoint of `size` events. */
export type StoredCosignature = {
  size: number
  witness: string
  /** Of the witness, as it was registered. */
  verifierKey: string
  /** The line of the note, without its end. */
  line: string
  signedAt: Date
}

/** The cosignatures of checkpoints of these sizes, by size and witness. */
export const readCosignatures = async (
  source: Pick<Pool | Connection, 'query'>,
  sizes: number[],
): Promise<StoredCosignature[]> => {
  const { rows } = await source.query<StoredCosignature>(
    `select size, witness, verifier_key as "verifierKey", line, signed_at as "signedAt"
       from log_proof.cosignature where size = any($1) order by size, witness`,
    [sizes],
  )
  return rows
}

/** A checkpoint's note with the lines of those who cosigned it. */
export const cosignedNote = (note: string, cosignatures: { line: string }[]): string =>
  note + cosignatures.map(({ line }) => `${line}\n`).join('')
