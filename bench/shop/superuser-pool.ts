import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { silentLog } from '@strand/event-sourcing/log'
import { openPool, type Pool } from '@strand/event-sourcing/postgres/pool'

/**
 * A superuser pool for the shop that runs on a data folder: the floors read and write things that
 * none of the shop's roles may, such as files of the server.
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
