import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { commandApi } from '@strand/command-api/app'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import { silentLog } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { registerApiDocs } from '@strand/platform/http/api-docs'
import { createHttpServer } from '@strand/platform/http/server'
import { queryApi } from '@strand/query-api/app'

/**
 * `npm run check:api`: lints the API's OpenAPI document. `recommended-strict` is redocly's recommended rules
 * with every warning as an error.
 */
const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json')
const redocly = path.join(path.dirname(manifest), 'bin', 'cli.js')

const unavailable = async (): Promise<never> => {
  throw new Error('an API description needs no database')
}

/**
 * Makes the OpenAPI document of the whole API, as `/api/docs/json` returns it, without a database.
 */
const buildApiDescription = async (): Promise<object> => {
  const app = await createHttpServer({ log: silentLog, authenticate: async () => null })
  await registerApiDocs(app, { title: 'Strand' })
  const shared = {
    pool: { query: unavailable, connect: unavailable } as unknown as Pool,
    eventStore: memoryEventStore(),
    personalData: { take: unavailable, load: unavailable } as never,
    files: { health: async () => {}, list: async function* () {} } as never,
    tokenSecret: keyRing(Buffer.alloc(32)),
    log: silentLog,
    now: () => new Date(),
  }
  const diskReserve = { share: 0, bytes: 0 }
  await app.register(commandApi, {
    ...shared,
    publicUrl: 'http://localhost',
    shopName: 'Strand',
    proofRetentionDays: 0,
    undoSeconds: 0,
    bankLineKey: Buffer.alloc(32),
    bankLineDays: 0,
    shopAccount: { bankName: '', accountName: '', accountNumber: '' },
    signIn: { secondFactor: 'optional' },
    fileLimits: { diskReserve, unclaimedBytes: Number.POSITIVE_INFINITY },
  })
  await app.register(queryApi, {
    ...shared,
    shop: {} as never,
    diskReserve,
    undoSeconds: 0,
    paymentEvidence: 'optional',
    hmacsOfReference: () => [Buffer.alloc(32)],
    progress: { waitFor: async () => 'whole' as const, servedVersion: () => undefined },
  })
  try {
    return (await app.inject('/api/docs/json')).json()
  } finally {
    await app.close()
  }
}

const folder = await mkdtemp(path.join(tmpdir(), 'strand-api-'))
const file = path.join(folder, 'openapi.json')
try {
  await writeFile(file, JSON.stringify(await buildApiDescription(), null, 1))
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [redocly, 'lint', file, '--extends=recommended-strict', '--format=stylish'],
    {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  if (error) throw error
  if (status !== 0) process.stderr.write(stdout + stderr)
  process.exitCode = status ?? 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
