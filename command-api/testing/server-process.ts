import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { silentLog } from '@strand/event-sourcing/log'
import { openPool } from '@strand/event-sourcing/postgres/pool'
import { prepareProcessorTables } from '@strand/event-sourcing/processors/runtime/prepare-tables'
import { type KeyRing, keyRing } from '@strand/platform/crypto/key-ring'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import { freePort, startEmbeddedPostgres } from '@strand/platform/postgres/embedded'
import { openEventStore } from '@strand/platform/process/open-event-store'
import { compiled } from '@strand/platform/testing/compiled'
import { eventually } from '@strand/platform/testing/eventually'
import { onTestFinished } from 'vitest'
import { projectEvents, stockShop } from './stock.ts'

export const superadministrator = { email: 'ada@shop.example', password: 'Tide-under-7-moons' }

/**
 * Starts a Postgres that keeps every acknowledged write, with the shop's products, locations and
 * campaigns.
 */
const startDatabase = async (folder: string, masterKey: KeyRing) => {
  const postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'))
  onTestFinished(postgres.stop)
  const log = silentLog
  const pool = openPool(postgres.url, { log, name: 'test' })
  onTestFinished(() => pool.end())
  await prepareProcessorTables(pool)
  const eventStore = await openEventStore(postgres.url, { log, requireDurable: true })
  const personalData = await openPersonalData({ pool, masterKey, log })
  await stockShop(eventStore)
  await projectEvents({ pool, eventStore, personalData, log })
  await personalData.close()
  await eventStore.close()
  return { url: postgres.url, pool }
}

export const startServer = async (environment: Record<string, string>) => {
  const port = await freePort()
  const server = fileURLToPath(new URL('../server.ts', import.meta.url))
  const child = spawn(process.execPath, [server], {
    env: { ...compiled, ...environment, PORT: String(port) },
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  const address = `http://127.0.0.1:${port}`
  await eventually(async () => (await fetch(`${address}/readyz`)).status, 200)
  return { address, kill }
}

/** A database that survives a killed server, and the settings of its servers. */
export const openDurableShop = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-kill-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const masterKey = keyRing(randomBytes(32))
  const { url, pool } = await startDatabase(folder, masterKey)
  const environment = {
    DATABASE_URL: url,
    EVENT_STORE_URL: url,
    FILES_URL: pathToFileURL(`${folder}/files/`).href,
    PUBLIC_URL: 'https://shop.example',
    TOKEN_SECRET: randomBytes(32).toString('base64'),
    PERSONAL_DATA_KEY: masterKey[0].toString('base64'),
    BANK_LINE_KEY: randomBytes(32).toString('base64'),
    LOG_WRITER_KEY: randomBytes(32).toString('base64'),
    SUPERADMIN_EMAIL: superadministrator.email,
    SUPERADMIN_PASSWORD: superadministrator.password,
    RATE_LIMITS: 'off',
    DISK_RESERVE: '0',
    LOG_LEVEL: 'error',
  }
  return { folder, pool, environment }
}
