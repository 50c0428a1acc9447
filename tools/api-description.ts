import { commandApi } from '@strand/command-api/app'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import { silentLog } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { registerApiDocs } from '@strand/platform/http/api-docs'
import { createHttpServer } from '@strand/platform/http/server'
import { queryApi } from '@strand/query-api/app'

const unavailable = async (): Promise<never> => {
  throw new Error('an API description needs no database')
}

/** The OpenAPI document of the whole API, as `/api/docs/json` returns it, without a database. */
export const buildApiDescription = async (): Promise<object> => {
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
