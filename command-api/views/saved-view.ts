import { maxViews, type SaveView } from '@strand/contracts/views/view'
import { conflict } from '@strand/event-sourcing/errors'
import type { Connection, Pool } from '@strand/event-sourcing/postgres/pool'

export type SavedView = { userId: string; shared: boolean; list: SaveView['list'] }

export const savedView = async (
  connection: Connection,
  viewId: string,
): Promise<SavedView | null> => {
  const { rows } = await connection.query<SavedView>(
    `select user_id as "userId", shared, content ->> 'list' as list
     from saved_view where view_id::text = $1`,
    [viewId],
  )
  return rows[0] ?? null
}

const contentOf = ({ shared: _, filters, ...view }: SaveView) =>
  JSON.stringify({
    ...view,
    filters: Object.fromEntries(Object.entries(filters).filter(([, text]) => text)),
  })

export const insertView = async (
  connection: Connection,
  { viewId, userId, view }: { viewId: string; userId: string; view: SaveView },
): Promise<void> => {
  const { rows } = await connection.query<{ count: number }>(
    'select count(*)::int as count from saved_view where user_id = $1',
    [userId],
  )
  if ((rows[0]?.count ?? 0) >= maxViews)
    throw conflict(`You have ${maxViews} views, please delete one of them first`)
  await connection.query(
    'insert into saved_view (view_id, user_id, shared, content) values ($1, $2, $3, $4)',
    [viewId, userId, view.shared, contentOf(view)],
  )
}

export const updateView = (connection: Connection, viewId: string, view: SaveView) =>
  connection.query('update saved_view set shared = $2, content = $3 where view_id = $1', [
    viewId,
    view.shared,
    contentOf(view),
  ])

export const deleteView = (connection: Connection, viewId: string) =>
  connection.query('delete from saved_view where view_id = $1', [viewId])

export const deleteLeftViews = ({ pool }: { pool: Pool }) =>
  pool.query(
    `delete from saved_view where not shared and not exists (
       select from account where account.user_id = saved_view.user_id and status <> 'archived')`,
  )
