import type { Actor } from '@strand/contracts/envelope'
import type { Pool } from '@strand/event-sourcing/postgres/pool'

/**
 * The name of whoever did something, for a sentence that the caller reads: `Tola`, `You`, `The
 * customer` or `The shop`.
 */
export const nameOfActor = async (
  pool: Pick<Pool, 'query'>,
  by: Actor | undefined,
  callerId: string,
): Promise<string> => {
  if (by?.kind !== 'staff') return by?.kind === 'customer' ? 'The customer' : 'The shop'
  if (by.id === callerId) return 'You'
  const { rows } = await pool
    .query<{ name: string }>('select first_name as name from read.staff where user_id = $1', [
      by.id,
    ])
    // While the staff list is being rebuilt, the colleague has no name, but the command must still
    // be refused.
    .catch(() => ({ rows: [] }))
  return rows[0]?.name ?? 'A colleague'
}
