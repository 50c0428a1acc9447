import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { SavedView } from '../view-rows.ts'

/** A person's own view or a shared one; null where there is none. */
export const findView = async (
  pool: Pool,
  viewId: string,
  userId: string,
): Promise<SavedView | null> => {
  const { rows } = await pool.query<{ content: unknown }>(
    `select content from public.saved_view
     where view_id::text = lower($1) and (shared or user_id = $2)`,
    [viewId, userId],
  )
  return rows[0] ? SavedView.parse(rows[0].content) : null
}
