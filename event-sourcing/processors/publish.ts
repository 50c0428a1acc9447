import pg from 'pg'
import type { Connection } from '../postgres/pool.ts'
import { schemaOf } from './set-aside.ts'

const identifier = pg.escapeIdentifier

/**
 * A reader locks views in the order in which its statement names them. If the switch locks them in
 * the opposite order, each waits for the other until the switch gives up, and a retry in the same
 * order would do the same. Every try therefore uses a random order.
 */
const inAnyOrder = (views: string[]) => views.toSorted(() => Math.random() - 0.5)

/** Shows this version's tables to readers, as `read.<view>`, in the caller's transaction. */
export const publish = async (
  connection: Connection,
  { name, version, views }: { name: string; version: number; views: string[] },
  oldViews: string[],
): Promise<void> => {
  const schema = identifier(schemaOf(name, version))
  for (const view of inAnyOrder(oldViews.filter((old) => !views.includes(old))))
    await connection.query(`drop view if exists read.${identifier(view)}`)
  for (const view of inAnyOrder(views)) {
    const target = `read.${identifier(view)}`
    const select = `select * from ${schema}.${identifier(view)}`
    await connection.query('savepoint replacing')
    try {
      // Replacing keeps the grants on the view; it works only if the columns are compatible.
      await connection.query(`create or replace view ${target} as ${select}`)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== '42P16') throw error
      await connection.query('rollback to savepoint replacing')
      await connection.query(`drop view ${target}`)
      await connection.query(`create view ${target} as ${select}`)
    }
  }
  await connection.query(
    `insert into public.projection (name, version, views) values ($1, $2, $3)
     on conflict (name) do update
       set version = excluded.version, views = excluded.views, serving_since = now()`,
    [name, version, views],
  )
}
