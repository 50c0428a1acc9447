import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { permissionsOf, type Role } from '@strand/contracts/accounts/permission'
import type { Actor } from '@strand/contracts/envelope'
import { defaultErrorTexts } from '@strand/contracts/error-texts'
import type { Position } from '@strand/event-sourcing/event-store/event-store'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import { silentLog } from '@strand/event-sourcing/log'
import { migrate } from '@strand/event-sourcing/postgres/migrate'
import { openPool } from '@strand/event-sourcing/postgres/pool'
import { openProgress } from '@strand/event-sourcing/processors/progress'
import { prepareLogProofTables } from '@strand/log-proof/tables'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import { openReferenceHmacs } from '@strand/platform/crypto/reference-hmac'
import type { Clock } from '@strand/platform/fairness/clock'
import { openFiles } from '@strand/platform/files/open'
import { createHttpServer } from '@strand/platform/http/server'
import { eventually } from '@strand/platform/testing/eventually'
import { templateDatabase } from '@strand/platform/testing/template-database'
import { testDatabase } from '@strand/platform/testing/test-database'
import { allProjections, startProjections } from '@strand/projections/start-projections'
import { applyNewEvents } from '@strand/projections/testing/apply-new-events'
import { marchSale, orderEventsFor } from '@strand/projections/testing/order'
import { eventRecorder } from '@strand/projections/testing/projection'
import { makeReadModels } from '@strand/projections/testing/read-model-tables'
import { onTestFinished } from 'vitest'
import { queryApi } from '../app.ts'
import { waitForReadModels } from '../read-models.ts'

export const superadministrator = '00000000-0000-4000-8000-000000000001'

/** The caller's session id; a test makes the session live by inserting its row. */
export const theSession = '00000000-0000-4000-8000-000000000002'

/** Makes all tables that query-api reads, including those of other services. */
const makeTables = async (url: string) => {
  await makeReadModels(url)
  const pool = openPool(url, { log: silentLog, name: 'test' })
  await migrate(pool, 'command-api', new URL('../../command-api/migrations/', import.meta.url))
  await prepareLogProofTables(pool)
  await pool.end()
}

/**
 * Opens a shop of its own: a real Postgres, a log, the read models, and the query API. A bearer
 * token is the name of a role.
 *
 * @param options.projectors also runs the projectors, for a test of parked events or of pushed
 *   changes; otherwise, each `get` applies the new events first
 */
export const openTestShop = async ({
  beforeAuthentication = async () => {},
  projectors = false,
  rateLimits = false,
  slowClock,
}: {
  beforeAuthentication?: () => Promise<void>
  projectors?: boolean
  rateLimits?: boolean
  slowClock?: Clock
} = {}) => {
  const template = await templateDatabase('query_api', makeTables)
  const { pool } = await testDatabase({ template })
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-files-'))
  const files = await openFiles(pathToFileURL(folder).href, { log: silentLog })
  const eventStore = memoryEventStore()
  const masterKey = keyRing(randomBytes(32))
  const hmacsOfReference = openReferenceHmacs(masterKey)
  const personalData = await openPersonalData({ pool, masterKey, log: silentLog })
  const running = projectors
    ? startProjections({ pool, eventStore, personalData, log: silentLog })
    : []
  const progress = await openProgress({ pool, log: silentLog })
  await waitForReadModels(pool)
  const clock = { now: new Date('2026-03-10T12:00:00.000Z') }
  const app = await createHttpServer({
    log: silentLog,
    rateLimits,
    waitForPosition: progress.waitFor,
    texts: defaultErrorTexts,
    authenticate: async (token) => {
      await beforeAuthentication()
      const permissions = permissionsOf[token as Role]
      if (!permissions) return null
      return {
        userId: superadministrator,
        sessionId: theSession,
        email: `${token}@shop.example`,
        role: token,
        permissions,
        status: 'active',
      }
    },
  })
  const tokenSecret = keyRing(randomBytes(32))
  await app.register(queryApi, {
    diskReserve: { share: 0, bytes: 0 },
    undoSeconds: 0,
    paymentEvidence: 'optional',
    hmacsOfReference,
    pool,
    eventStore,
    personalData,
    files,
    tokenSecret,
    progress,
    shop: {
      name: 'Strand Hair',
      bankName: 'First Example Bank',
      bankAccountName: 'Strand Hair Ltd',
      bankAccountNumber: '0123456789',
      supportEmail: 'help@strand.example',
      instagram: 'strand.hair',
      whatsapp: '2348012345678',
      registration: 'RC 1234567',
      address: '12 Herbert Macaulay Way, Yaba, Lagos',
      hours: 'Monday to Saturday',
    },
    log: silentLog,
    now: () => clock.now,
    clock: slowClock,
  })
  onTestFinished(async () => {
    await app.close()
    await Promise.all(running.map((projection) => projection.stop()))
    await progress.close()
    await eventStore.close()
    await rm(folder, { recursive: true, force: true })
  })

  const log = eventRecorder()
  const names = allProjections(personalData).map(({ name }) => name)
  let end: Position = -1n
  let applied = Promise.resolve()
  const caughtUp = async () => {
    if (!projectors) {
      applied = applied.then(() => applyNewEvents({ pool, eventStore, personalData }))
      await applied
    }
    if ((await progress.waitFor(names, end, 10_000)) === 'whole') return
    // With a parked event, the answer is never `whole`, so wait for the states. A state shows a
    // position slightly after its commit.
    await eventually(
      () => running.map((projection) => projection.state()),
      (states) => states.every(({ position }) => position >= end),
    )
  }
  const append = async (
    stream: string,
    events: { type: string; data: unknown }[],
    options: { at?: string; actor?: Actor; schemaVersion?: number } = {},
  ) => {
    const result = await eventStore.append(
      stream,
      events.map((event) => log.record(stream, event, options)),
      'any',
    )
    if (result.ok) end = result.position
    return end
  }
  let campaignCreated: Promise<unknown> | undefined
  const campaign = () => {
    const period = { startsAt: '2026-03-01T00:00:00.000Z', endsAt: '2026-04-01T00:00:00.000Z' }
    const data = { salesId: marchSale, name: 'March sale', ...period }
    campaignCreated ??= append(`sales-${marchSale}`, [{ type: 'SalesCreated', data }])
    return campaignCreated
  }
  return {
    app,
    pool,
    files,
    clock,
    personalData,
    hmacsOfReference,
    eventStore,
    append,
    caughtUp,
    /** Opens a campaign and a new order. Returns functions that make the order's events. */
    order: async (orderId: string) => {
      await campaign()
      return orderEventsFor(personalData, await personalData.take(), orderId)
    },
    get: async (url: string, role?: Role | '', headers: Record<string, string> = {}) => {
      await caughtUp()
      const answer = await app.inject({
        method: 'GET',
        url,
        headers: { ...headers, ...(role ? { authorization: `Bearer ${role}` } : {}) },
      })
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text: answer.body,
        raw: answer.rawPayload,
        json: () => answer.json(),
      }
    },
  }
}
