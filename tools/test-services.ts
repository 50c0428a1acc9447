import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort, startEmbeddedPostgres } from '../platform/embedded-postgres.ts'

type Service = { url: string; what: string; stop: () => Promise<void> }

const nothing = async () => {}

/** vitest's global setup: the real services of a test run, and one line a service that says which. */
export const setup = async (project: TestProject) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-test-'))
  const postgres = await startPostgres(folder)
  const redis = await startRedis()
  project.provide('databaseUrl', postgres.url)
  project.provide('redisUrl', redis.url)
  process.stdout.write(`\n  Postgres: ${postgres.what}\n  Redis: ${redis.what}\n\n`)
  return async () => {
    await Promise.all([postgres.stop(), redis.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

const startPostgres = async (folder: string): Promise<Service> => {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, what: 'the one TEST_DATABASE_URL names', stop: nothing }
  // Durability is tested where it matters, in databases that tests start by themselves.
  await chmod(folder, 0o755)
  const embedded = await startEmbeddedPostgres(path.join(folder, 'postgres'), {
    fsync: 'off',
    max_connections: '300',
  })
  return { url: embedded.url, what: 'embedded (npm)', stop: embedded.stop }
}

const startRedis = async (): Promise<Service> => {
  const given = process.env.TEST_REDIS_URL
  if (given) return { url: given, what: 'the one TEST_REDIS_URL names', stop: nothing }
  const port = await freePort()
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const started = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false))
    child.once('exit', () => resolve(false))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('Ready to accept connections')) resolve(true)
    })
  })
  if (!started)
    return { url: '', what: 'none (no redis-server here): its tests do not run', stop: nothing }
  return {
    url: `redis://127.0.0.1:${port}`,
    what: 'redis-server of this machine',
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill()
      }),
  }
}
