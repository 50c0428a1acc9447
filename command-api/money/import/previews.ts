import { previewMinutes } from '@strand/contracts/money/bank-statement'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import type { FileStore } from '@strand/platform/files/open'

const maxPreviews = 20

type Options = { pool: Pool; files: Pick<FileStore, 'delete'>; now: Now }

/** The time one hour ago. Files that arrived before it can no longer be imported. */
export const previewsSince = (now: Now): string =>
  new Date(now().getTime() - previewMinutes * 60_000).toISOString()

/**
 * Deletes previews that are over an hour old, and the oldest ones if there are too many, with their
 * files. The row first leaves the state `previewed`, so that nobody can begin importing a file that
 * is being deleted.
 */
export const dropOldPreviews = async ({ pool, files, now }: Options): Promise<void> => {
  const { rows } = await pool.query<{ preview_id: string; key: string }>(
    `update bank_import set state = 'received', created_at = '-infinity'
     where preview_id in (
       select preview_id from (
         select preview_id, created_at, state,
           row_number() over (order by created_at desc, preview_id) as place
         from bank_import where state in ('received', 'previewed')
       ) kept
       where created_at < $1 or (state = 'previewed' and place > $2)
     ) and state in ('received', 'previewed')
     returning preview_id, key`,
    [previewsSince(now), maxPreviews],
  )
  for (const { preview_id: previewId, key } of rows) {
    if (key) await files.delete(key)
    await pool.query('delete from bank_import where preview_id = $1', [previewId])
  }
}

/**
 * Deletes the files of imports that are done or have failed, including files that a crash left
 * behind.
 */
export const deleteEndedFiles = async ({ pool, files }: Omit<Options, 'now'>): Promise<void> => {
  const { rows } = await pool.query<{ statement_id: string; key: string }>(
    `select statement_id, key from bank_import
     where state in ('done', 'failed') and key is not null`,
  )
  for (const { statement_id: statementId, key } of rows) {
    await files.delete(key)
    await pool.query('update bank_import set key = null where statement_id = $1', [statementId])
  }
}
