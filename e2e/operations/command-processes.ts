import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { commandMigrations } from '@strand/all-in-one/embedded/database'
import { commandApi } from '@strand/command-api/app'
import { permissionsOf } from '@strand/contracts/accounts/permission'
import { defaultErrorTexts } from '@strand/contracts/error-texts'
import { postgresEventStore } from '@strand/event-sourcing/event-store/postgres/postgres-event-store'
import { silentLog as log } from '@strand/event-sourcing/log'
import { migrate } from '@strand/event-sourcing/postgres/migrate'
import { openPool } from '@strand/event-sourcing/postgres/pool'
import { openProgress } from '@strand/event-sourcing/processors/progress'
import { prepareProcessorTables } from '@strand/event-sourcing/processors/runtime/prepare-tables'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import { openFiles } from '@strand/platform/files/open'
import { createHttpServer, type HttpServer } from '@strand/platform/http/server'
import { eventually } from '@strand/platform/testing/eventually'
import { testDatabase } from '@strand/platform/testing/test-database'
import { startProjections } from '@strand/projections/start-projections'
import { onTestFinished } from 'vitest'

const manager = {
  userId: randomUUID(),
  sessionId: randomUUID(),
  email: 'manager@strand.example',
  role: 'administrator',
  permissions: permissionsOf.administrator,
  status: 'active' as const,
}

/**
 * A command-api like a separate process, with a pool, a log and a view of the projections of its
 * own.
 */
const openCommandApi = async (url: string, filesUrl: string) => {
  const pool = openPool(url, { log, name: 'test command-api', max: 20 })
  await migrate(pool, ...commandMigrations)
  await prepareProcessorTables(pool)
  const eventStore = await postgresEventStore({ url, log, requireDurable: false })
  const personalData = await openPersonalData({
    pool,
    masterKey: keyRing(Buffer.alloc(32, 1)),
    log,
  })
  const progress = await openProgress({ pool, log })
  const app = await createHttpServer({
    log,
    rateLimits: false,
    texts: defaultErrorTexts,
    authenticate: async () => manager,
    waitForPosition: progress.waitFor,
  })
  const files = await openFiles(filesUrl, { log })
  const shared = { pool, eventStore, personalData, files, log, now: () => new Date() }
  await app.register(commandApi, {
    ...shared,
    tokenSecret: keyRing(Buffer.alloc(32, 2)),
    proofRetentionDays: 180,
    undoSeconds: 0,
    publicUrl: 'https://shop.example',
    shopName: 'Strand Hair',
    bankLineKey: Buffer.alloc(32, 3),
    bankLineDays: 400,
    shopAccount: { bankName: 'Bank', accountName: 'Shop', accountNumber: '0123456789' },
    signIn: { secondFactor: 'optional' },
    fileLimits: {
      diskReserve: { share: 0, bytes: 0 },
      unclaimedBytes: Number.POSITIVE_INFINITY,
    },
  })
  const close = async () => {
    await app.close()
    await progress.close()
    await personalData.close()
    await eventStore.close()
    await pool.end()
  }
  return { app, pool, eventStore, personalData, close }
}

export const send = async (
  app: HttpServer,
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) => {
  const headers = { authorization: 'Bearer manager' }
  const answer = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  return { status: answer.statusCode, body: answer.json() }
}

/** Two processes that handle commands, and the projections, on one Postgres. */
export const startCommandProcesses = async () => {
  const { url, pool } = await testDatabase()
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-catalogue-'))
  const filesUrl = pathToFileURL(`${folder}/`).href
  const desk = await openCommandApi(url, filesUrl)
  const other = await openCommandApi(url, filesUrl)
  const { eventStore, personalData } = desk
  const projections = startProjections({ pool, eventStore, personalData, log })
  onTestFinished(async () => {
    await Promise.all(projections.map((projection) => projection.stop()))
    await desk.close()
    await other.close()
    await rm(folder, { recursive: true, force: true })
  })
  const made = async () =>
    (await pool.query(`select to_regclass('read.sales') is not null as made`)).rows[0].made
  await eventually(made)
  const uploaded = async () => {
    const fileUid = randomUUID()
    await pool.query(
      `insert into upload (file_uid, key, type, size, sha256, created_at)
       values ($1::uuid, $1::text, 'application/pdf', 8, 'aa', now())`,
      [fileUid],
    )
    return { fileUid, fileName: 'proof.pdf', fileType: 'application/pdf' }
  }
  return { pool, eventStore, manager: desk.app, customers: other.app, uploaded }
}
