import { BadSetting } from '@strand/platform/config'
import pg from 'pg'

/**
 * Takes the lock of a data folder's one shop, which ends with the process however that ends.
 *
 * @returns gives the lock up; null while another process has it
 */
export const tryToBeAlone = async (url: string): Promise<(() => Promise<void>) | null> => {
  const client = new pg.Client({ connectionString: url, application_name: 'strand lock' })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query(
    `select pg_try_advisory_lock(hashtext('strand shop')) as mine`,
  )
  if (rows[0].mine) return () => client.end()
  await client.end()
  return null
}

/**
 * Makes sure that one process alone works on a data folder.
 *
 * @returns gives the lock up
 */
export const oneAtATime = async (url: string, folder: string): Promise<() => Promise<void>> => {
  // The server takes a moment to see that a killed process is gone.
  for (let tries = 0; tries < 10; tries++) {
    const release = await tryToBeAlone(url)
    if (release) return release
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new BadSetting(
    `A shop is already running on ${folder}: stop it first, or set DATA_DIR to another folder`,
  )
}
