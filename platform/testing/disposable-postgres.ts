import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { type EmbeddedPostgres, freePort, startEmbeddedPostgres } from '../postgres/embedded.ts'

/** A Postgres for one test, as durable as in production. The test can stop, kill and restart it. */
export const startDisposablePostgres = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-event-log-'))
  await chmod(folder, 0o755)
  const data = path.join(folder, 'data')
  const port = String(await freePort())
  let running: EmbeddedPostgres | undefined

  // Right after a kill, the last process may still hold the shared memory, so retry until the
  // server starts.
  const start = async (): Promise<EmbeddedPostgres> => {
    for (;;) {
      try {
        running = await startEmbeddedPostgres(data, { port })
        return running
      } catch (error) {
        if (!String(error).includes('shared memory')) throw error
      }
    }
  }
  const stop = async () => await running?.stop()
  onTestFinished(async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  })

  const url = new URL((await start()).url)
  url.port = port
  return {
    url: url.href,
    start,
    stop,
    /** Kills the server and all its processes with `kill -9`. */
    kill: async () => {
      const pid = Number((await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
      for (const each of [pid, ...children.split(' ').filter(Boolean).map(Number)]) {
        try {
          process.kill(each, 'SIGKILL')
        } catch {
          // The server had already ended.
        }
      }
    },
  }
}
