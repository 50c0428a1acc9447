import { BadSetting } from '@strand/event-sourcing/errors'
import { tryLockSession, unlockSession } from '@strand/event-sourcing/postgres/advisory-lock'
import pg from 'pg'

/**
 * Takes the lock that one shop per data folder can hold. The lock ends with the process, however
 * the process ends.
 *
 * @returns a function that releases the lock; null if another process holds it
 */
export const tryAcquireInstanceLock = async (
  url: string,
): Promise<(() => Promise<void>) | null> => {
  const client = await connect(url)
  if (await tryLockSession(client, 'strand shop')) return () => client.end()
  await client.end()
  return null
}

/**
 * Makes sure that one process at a time uses a data folder, with a lock in its database that ends
 * with the process. The superuser holds the lock while preparing the database, then hands it to one
 * of the shop's roles. A second lock keeps other processes out during the handover.
 *
 * @param urls `administrator` is for the superuser, `shop` for the role that keeps the lock, which
 *   can sign in only after `prepare`
 * @returns a function that releases the lock
 */
export const acquireInstanceLock = async (
  folder: string,
  { prepare, ...urls }: { administrator: string; shop: string; prepare: () => Promise<void> },
): Promise<() => Promise<void>> => {
  const administrator = await connect(urls.administrator)
  try {
    await waitForLock(administrator, 'strand start', folder)
    await waitForLock(administrator, 'strand shop', folder)
    await prepare()
    const shop = await connect(urls.shop)
    try {
      await unlockSession(administrator, 'strand shop')
      await waitForLock(shop, 'strand shop', folder)
    } catch (error) {
      await shop.end()
      throw error
    }
    return () => shop.end()
  } finally {
    await administrator.end()
  }
}

const connect = async (url: string) => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'strand lock',
    options: '-c search_path=pg_catalog',
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

const waitForLock = async (client: pg.Client, lock: string, folder: string): Promise<void> => {
  // The server takes a moment to notice that a process was killed.
  for (let tries = 0; tries < 10; tries++) {
    if (await tryLockSession(client, lock)) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new BadSetting(
    `A shop is already running on ${folder}: stop it first, or set DATA_DIR to another folder`,
  )
}
