import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Pool, transaction } from './postgres.ts'

/**
 * Applies the numbered `.sql` files of one room (`001-order.sql`, `002-...`) that this database has
 * not seen, all in one transaction, under a lock that lets any number of processes start at once.
 * A file that changed after it was applied stops the start: write a new one instead.
 *
 * @param room names whose migrations these are, in the table `migration`
 * @param folder a `file:` URL that ends with a slash
 */
export const migrate = async (pool: Pool, room: string, folder: URL): Promise<void> => {
  const names = (await readdir(fileURLToPath(folder)))
    .filter((name) => /^\d{3}-.+\.sql$/.test(name))
    .sort()
  await transaction(pool, async (connection) => {
    await connection.query(`select pg_advisory_xact_lock(hashtext('strand migrations'))`)
    await connection.query(`
      create table if not exists migration (
        room text not null,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now(),
        primary key (room, name)
      )`)
    const applied = await connection.query<{ name: string; checksum: string }>(
      'select name, checksum from migration where room = $1',
      [room],
    )
    const checksums = new Map(applied.rows.map((row) => [row.name, row.checksum]))
    for (const name of names) {
      const sql = await readFile(new URL(name, folder), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      const known = checksums.get(name)
      if (known === checksum) continue
      if (known) throw new Error(`${room}/migrations/${name} was changed after it was applied`)
      await connection.query(sql)
      await connection.query('insert into migration (room, name, checksum) values ($1, $2, $3)', [
        room,
        name,
        checksum,
      ])
    }
  })
}
