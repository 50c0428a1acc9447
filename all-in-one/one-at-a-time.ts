import { BadSetting } from '@strand/platform/config'
import pg from 'pg'

/**
 * Makes sure that one process alone works on a data folder, by a lock in its database, which ends
 * with the process however that ends.
 *
 * @returns gives the lock up
 */
export const oneAtATime = async (url: string, folder: string): Promise<() => Promise<void>> => {
  const client = new pg.Client({ connectionString: url, application_name: 'strand lock' })
  client.on('error', () => {})
  await client.connect()
  // The server takes a moment to see that a killed process is gone.
  for (let tries = 0; tries < 10; tries++) {
    const { rows } = await client.query(
      `select pg_try_advisory_lock(hashtext('strand shop')) as mine`,
    )
    if (rows[0].mine) return () => client.end()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await client.end()
  throw new BadSetting(
    `A shop is already running on ${folder}: stop it first, or set DATA_DIR to another folder`,
  )
}
