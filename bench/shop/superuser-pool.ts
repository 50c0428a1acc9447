import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { silentLog } from '@strand/event-sourcing/log'
import { openPool, type Pool } from '@strand/event-sourcing/postgres/pool'

/**
 * A superuser pool for the shop of a data folder, because the floors need rights that no role of
 * the shop has, such as files of the server.
 */
export const openSuperuserPool = async (folder: string): Promise<Pool> => {
  const [, , , port] = (await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8')).split(
    '\n',
  )
  const password = (await readFile(path.join(folder, 'postgres.password'), 'utf8')).trim()
  return openPool(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`, {
    log: silentLog,
    name: 'bench',
    max: 20,
  })
}
