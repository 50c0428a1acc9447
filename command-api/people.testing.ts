import { randomUUID } from 'node:crypto'
import { generalTexts } from '@strand/contracts/notice'
import { permissionsOfRole, type Role } from '@strand/contracts/permission'
import { userStream } from '@strand/contracts/user'
import type { EventStore } from '@strand/platform/event-store'
import { memoryEventStore } from '@strand/platform/event-store.memory'
import { createHttpServer } from '@strand/platform/http'
import { silentLog } from '@strand/platform/log'
import { mailedToken, temporaryPassword } from '@strand/platform/mailed-token'
import { migrate } from '@strand/platform/migrate'
import { openPersonalData } from '@strand/platform/personal-data'
import { transaction } from '@strand/platform/postgres'
import { authenticator } from '@strand/platform/principal'
import { testDatabase } from '@strand/platform/testing'
import { onTestFinished } from 'vitest'
import { insertAccount } from './account.ts'
import { openPasswordHashes } from './password-hash.ts'
import { people } from './people.ts'

export const password = 'Tide-under-7-moons'
export const otherPassword = 'Lantern+4-rivers'
export const tokenSecret = Buffer.alloc(32, 2)

type Status = 'pending' | 'active'

/** The people of a shop, its doors, and a clock that stands still until a test moves it. */
export const openStaff = async (changes: (store: EventStore) => EventStore = (store) => store) => {
  const { pool } = await testDatabase()
  await migrate(pool, 'command-api', new URL('./migrations/', import.meta.url))
  const eventStore = changes(memoryEventStore())
  const personalData = await openPersonalData({
    pool,
    masterKey: Buffer.alloc(32, 1),
    log: silentLog,
  })
  const clock = { now: new Date('2026-03-02T09:00:00Z') }
  const now = () => clock.now
  const app = await createHttpServer({
    log: silentLog,
    rateLimits: false,
    texts: generalTexts,
    authenticate: authenticator({ pool, tokenSecret, permissionsOf: permissionsOfRole, now }),
  })
  await app.register(people, { pool, eventStore, personalData, tokenSecret, log: silentLog, now })
  await app.ready()
  onTestFinished(async () => {
    await app.close()
    await personalData.close()
    await eventStore.close()
  })
  const hashes = await openPasswordHashes()

  /** A person of the staff; a pending one has the temporary password of the mail. */
  const person = async (role: Role, status: Status = 'active') => {
    const userId = randomUUID()
    const email = `${role}.${userId.slice(0, 8)}@strand.example`
    const own = status === 'active' ? password : temporaryPassword(tokenSecret, userId)
    const details = { firstname: 'Ada', lastname: 'Obi', email, phone: '0803', countryCode: 'NG' }
    const passwordHash = await hashes.make(own)
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
      password: own,
      activation: mailedToken(tokenSecret, 'activation', userId),
    }
  }

  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    token?: string,
  ) => {
    const answer = await app.inject({
      method,
      url,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(payload ? { payload } : {}),
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
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

  /** What happened to a person, in the words of the log. */
  const eventsOf = async (userId: string) =>
    (await eventStore.readStream(userStream(userId))).map(({ type }) => type)

  /** The link of the newest reset mail, as the worker makes it from the event. */
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
  return { app, pool, eventStore, clock, later, person, call, signIn, eventsOf, resetLinkOf }
}
