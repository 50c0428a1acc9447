import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import { silentLog } from '@strand/platform/log'
import { freePort, startEmbeddedPostgres } from '@strand/platform/postgres/embedded'
import { openPool } from '@strand/platform/postgres/pool'
import { openEventStore } from '@strand/platform/process/open-event-store'
import { prepareProcessorTables } from '@strand/platform/processors/runtime/prepare-tables'
import { eventually } from '@strand/platform/testing/eventually'
import { random } from '@strand/platform/testing/random'
import { expect, onTestFinished, test } from 'vitest'
import { projectEvents, stockShop } from '../../testing/stock.ts'
import { formFor } from '../../testing/test-shop.ts'

const rounds = 6
const clients = 8

/**
 * A Postgres that keeps every write it acknowledges, with the shop's products, locations and
 * campaigns.
 */
const startDatabase = async (folder: string, masterKey: Buffer) => {
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

/** Starts command-api in its own process, ready to accept orders. */
const startServer = async (environment: Record<string, string>) => {
  const port = await freePort()
  const server = fileURLToPath(new URL('../../server.ts', import.meta.url))
  const child = spawn(process.execPath, [server], {
    env: { ...environment, PORT: String(port) },
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

const uploadTo = async (address: string, content: Buffer) => {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(content)]), 'proof.pdf')
  const answer = await fetch(`${address}/api/uploads`, { method: 'POST', body })
  if (answer.status !== 201) throw new Error(`upload: ${answer.status}`)
  return ((await answer.json()) as { fileUid: string }).fileUid
}

const submitTo = async (address: string, key: string, fileUid: string): Promise<string> => {
  const form = formFor([{ fileUid, fileName: 'proof.pdf', fileType: 'application/pdf' }])
  const answer = await fetch(`${address}/api/create-order`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(form),
  })
  if (answer.status !== 201) throw new Error(`order: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { orderId: string }).orderId
}

test('an order that was answered survives a kill, and one that was not is one order when sent again', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-kill-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const masterKey = randomBytes(32)
  const { url, pool } = await startDatabase(folder, masterKey)
  const environment = {
    DATABASE_URL: url,
    EVENT_STORE_URL: url,
    FILES_URL: pathToFileURL(`${folder}/files/`).href,
    PUBLIC_URL: 'https://shop.example',
    TOKEN_SECRET: randomBytes(32).toString('base64'),
    PERSONAL_DATA_KEY: masterKey.toString('base64'),
    SUPERADMIN_EMAIL: 'ada@shop.example',
    SUPERADMIN_PASSWORD: 'Tide-under-7-moons',
    RATE_LIMITS: 'off',
    DISK_RESERVE: '0',
    LOG_LEVEL: 'error',
  }
  const sent = new Map<string, { fileUid: string; orderId?: string }>()

  for (let round = 0; round < rounds; round++) {
    const server = await startServer(environment)
    let killed = false
    const work = Array.from({ length: clients }, async (_, client) => {
      for (let n = 0; !killed; n++) {
        const key = `${round}-${client}-${n}`
        try {
          const fileUid = await uploadTo(server.address, Buffer.from(`%PDF-1.7 ${key}`))
          sent.set(key, { fileUid })
          const orderId = await submitTo(server.address, key, fileUid)
          sent.set(key, { fileUid, orderId })
        } catch (error) {
          if (!killed) throw error
        }
      }
    })
    // Somewhere in the middle of one order or another, however fast the machine is.
    const enough = sent.size + clients + 1 + Math.floor(random() * 3 * clients)
    await eventually(
      () => sent.size,
      (value) => value >= enough,
    )
    await new Promise((resolve) => setTimeout(resolve, random() * 30))
    killed = true
    await server.kill()
    await Promise.all(work)
  }

  const server = await startServer(environment)
  const unknown = [...sent.values()].filter(({ orderId }) => !orderId).length
  expect(sent.size).toBeGreaterThan(rounds * clients)
  expect(unknown).toBeGreaterThan(0)
  const ids = new Set<string>()
  for (const [key, { fileUid, orderId }] of sent) {
    const again = await submitTo(server.address, key, fileUid)
    if (orderId) expect(again).toBe(orderId)
    ids.add(again)
  }
  expect(ids.size).toBe(sent.size)
  // Whatever was interrupted, an upload serves only the submission that claimed it.
  for (const { fileUid } of [...sent.values()].slice(-clients))
    await expect(submitTo(server.address, `other ${fileUid}`, fileUid)).rejects.toThrow('400')

  const { rows } = await pool.query<{
    data: { files: { key: string; size: number; sha256: string }[] }
  }>(`select data from event_log.event where type = 'OrderCreated'`)
  expect(rows).toHaveLength(sent.size)
  const stored = await readdir(path.join(folder, 'files'), { recursive: true })
  for (const { data } of rows)
    for (const { key, size, sha256 } of data.files) {
      const name = stored.find((entry) => path.basename(entry) === key)
      const bytes = await readFile(path.join(folder, 'files', name ?? 'missing'))
      expect(bytes).toHaveLength(size)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
}, 180_000)
