import { randomUUID } from 'node:crypto'
import { permissionsOfRole, type Role } from '@strand/contracts/accounts/permission'
import { userStream } from '@strand/contracts/accounts/user'
import { defaultErrorTexts } from '@strand/contracts/error-texts'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import { type Log, silentLog } from '@strand/event-sourcing/log'
import { migrate } from '@strand/event-sourcing/postgres/migrate'
import { openPool, transaction } from '@strand/event-sourcing/postgres/pool'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { mailedToken, temporaryPassword } from '@strand/platform/crypto/mailed-token'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import { theShop } from '@strand/platform/fairness/places'
import { authenticator } from '@strand/platform/http/principal'
import { createHttpServer, type HttpServer } from '@strand/platform/http/server'
import { templateDatabase } from '@strand/platform/testing/template-database'
import { testDatabase } from '@strand/platform/testing/test-database'
import { onTestFinished } from 'vitest'
import { insertAccount } from '../accounts/account/account.ts'
import type { SignInOptions } from '../accounts/dependencies.ts'
import { openPasswordHashes } from '../accounts/password/hash.ts'
import { userPlugin } from '../accounts/plugin.ts'
import { recognizeRepeatedCommands } from '../shared/repeated-commands.ts'

export const password = 'Tide-under-7-moons'
export const otherPassword = 'Lantern+4-rivers'
export const tokenSecret = keyRing(Buffer.alloc(32, 2))
const masterKey = keyRing(Buffer.alloc(32, 1))

type Status = 'pending' | 'active'

/** The client's address, cookies and key for a call, and the process that it calls. */
type From = { from?: string; cookie?: string; key?: string; by?: HttpServer }

type ProcessOptions = { signIn?: SignInOptions; publicUrl?: string }

const migrated = async (url: string) => {
  const pool = openPool(url, { log: silentLog, name: 'test' })
  await migrate(pool, 'command-api', new URL('../migrations/', import.meta.url))
  await (await openPersonalData({ pool, masterKey, log: silentLog })).close()
  await pool.end()
}

/** A shop's users, its endpoints, and a clock that only a test moves. */
export const openStaff = async (
  changes: (store: EventStore) => EventStore = (store) => store,
  log: Log = silentLog,
  options: ProcessOptions = {},
) => {
  const { pool } = await testDatabase({ template: await templateDatabase('staff', migrated) })
  const eventStore = changes(memoryEventStore())
  const personalData = await openPersonalData({ pool, masterKey, log: silentLog })
  const clock = { now: new Date('2026-03-02T09:00:00Z') }
  const now = () => clock.now
  const startProcess = async (own: ProcessOptions = options) => {
    const app = await createHttpServer({
      log,
      rateLimits: false,
      texts: defaultErrorTexts,
      authenticate: authenticator({ pool, tokenSecret, permissionsOf: permissionsOfRole, now }),
    })
    recognizeRepeatedCommands(app, { pool, tokenSecret })
    await app.register(userPlugin, {
      pool,
      eventStore,
      personalData,
      tokenSecret,
      now,
      log,
      publicUrl: 'https://shop.example',
      signIn: { secondFactor: 'optional' },
      ...own,
      shopName: 'Strand Hair',
    })
    await app.ready()
    return app
  }
  const app = await startProcess()
  const apps = [app]
  onTestFinished(async () => {
    for (const each of apps) await each.close()
    await personalData.close()
    await eventStore.close()
  })
  const hashes = await openPasswordHashes()

  /** Adds a staff member. A pending member has the temporary password from the email. */
  const person = async (role: Role, status: Status = 'active') => {
    const userId = randomUUID()
    const email = `${role}.${userId.slice(0, 8)}@strand.example`
    const secret = status === 'active' ? password : temporaryPassword(tokenSecret, userId)
    const details = { firstname: 'Ada', lastname: 'Obi', email, phone: '0803', countryCode: 'NG' }
    const passwordHash = await hashes.make(secret, theShop)
    const personal = personalData.seal(await personalData.take(), details)
    await transaction(pool, (connection) =>
      insertAccount(connection, {
        userId,
        email,
        passwordHash,
        passwordChosen: status === 'active',
        role,
        status,
        personal,
        at: now(),
      }),
    )
    return {
      userId,
      email,
      password: secret,
      personal,
      activation: mailedToken(tokenSecret, 'activation', userId),
    }
  }

  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    token?: string,
    { from = '127.0.0.1', cookie, key, by = app }: From = {},
  ) => {
    const answer = await by.inject({
      method,
      url,
      remoteAddress: from,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(cookie ? { cookie } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(payload ? { payload } : {}),
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      cookie: String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '',
      // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
      body: (answer.body === '' ? undefined : answer.json()) as any,
    }
  }

  const signIn = async (who: { email: string; password: string }) => {
    const { status, body } = await call('POST', '/api/login', {
      email: who.email,
      password: who.password,
    })
    if (status !== 200) throw new Error(`signing in gave ${status}: ${body?.message}`)
    return body as { accessToken: string; refreshToken: string; email: string }
  }

  const eventsOf = async (userId: string) =>
    (await eventStore.readStream(userStream(userId))).map(({ type }) => type)

  /** The link in the newest reset email, which the worker builds from the event. */
  const resetLinkOf = async (userId: string): Promise<string> => {
    const { rows } = await pool.query(
      'select id from password_reset where user_id = $1 order by requested_at desc limit 1',
      [userId],
    )
    return mailedToken(tokenSecret, 'password-reset', rows[0].id)
  }

  const later = (minutes: number) => {
    clock.now = new Date(clock.now.getTime() + minutes * 60_000)
  }
  const anotherProcess = async (own?: ProcessOptions) => {
    const other = await startProcess(own)
    apps.push(other)
    return other
  }
  return {
    app,
    pool,
    eventStore,
    personalData,
    clock,
    later,
    person,
    call,
    signIn,
    eventsOf,
    resetLinkOf,
    anotherProcess,
  }
}
