import { type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import { logProofName } from '../follower.ts'

/**
 * Sets aside the checkpoints of more than `events` events, and makes the follower rebuild the tree
 * from the log. Use this after the log was restored without its newest events. Anyone who kept one
 * of those checkpoints can still prove that the log lost events.
 *
 * @returns how many checkpoints were set aside
 */
export const retractCheckpoints = (pool: Pool, events: number): Promise<number> =>
  transaction(pool, async (connection) => {
    // A running follower notices that its position is gone, and starts again.
    await connection.query(`delete from public.checkpoint where kind = 'follower' and name = $1`, [
      logProofName,
    ])
    const { rowCount } = await connection.query(
      `with retracted as (delete from log_proof.checkpoint where size > $1 returning *)
       insert into log_proof.retracted_checkpoint (day, size, note, signed_at)
       select day, size, note, signed_at from retracted`,
      [events],
    )
    await connection.query('update log_proof.tree set size = 0, position = -1, key_change = null')
    await connection.query('delete from log_proof.tile')
    await connection.query('delete from log_proof.entry_tile')
    await connection.query('delete from log_proof.cosignature where size > $1', [events])
    await connection.query('delete from log_proof.cosigned_checkpoint where size > $1', [events])
    return rowCount ?? 0
  })
