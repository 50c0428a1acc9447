import { Rejected } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { silentLog } from '@strand/event-sourcing/log'
import { eventually } from '@strand/platform/testing/eventually'
import { expect, test } from 'vitest'
import { openStaff, password } from '../../testing/test-staff.ts'
import { openAccountEvents } from './account-events.ts'

/** An event log in which appends fail while a test wants that, before or after they take effect. */
const unreliable = () => {
  const fault: { kind: 'none' | 'before' | 'after' } = { kind: 'none' }
  const wrap = (store: EventStore): EventStore => ({
    ...store,
    append: async (...batch) => {
      if (fault.kind === 'before') throw new Rejected('unavailable', 'The event log is away')
      const result = await store.append(...batch)
      if (fault.kind === 'after') throw new Rejected('unavailable', 'The event log is away')
      return result
    },
  })
  return { fault, wrap }
}

for (const kind of ['before', 'after'] as const)
  test(`a log that fails ${kind} the append gives a 503, and nothing is lost or doubled`, async () => {
    const { fault, wrap } = unreliable()
    const { person, call, eventsOf, pool, eventStore, signIn } = await openStaff(wrap)
    const ada = await person('administrator')
    fault.kind = kind
    const failed = await call('POST', '/api/login', { email: ada.email, password })
    expect(failed.status).toBe(503)
    expect(failed.headers['retry-after']).toBeDefined()
    fault.kind = 'none'
    // Sweeps as another process would after a crash of this process.
    const { sweep, close } = openAccountEvents({ pool, eventStore, log: silentLog })
    await pool.query(`update account_event set written_at = now() - interval '1 minute'`)
    await sweep()
    await close()
    expect(await eventsOf(ada.userId)).toEqual(['UserSignedIn'])
    expect((await pool.query('select from account_event')).rowCount).toBe(0)
    await signIn(ada)
    expect(await eventsOf(ada.userId)).toEqual(['UserSignedIn', 'UserSignedIn'])
  })

for (const kind of ['before', 'after'] as const)
  test(`the next request appends, in order, what a fault ${kind} the append left behind`, async () => {
    const { fault, wrap } = unreliable()
    const { person, call, eventsOf, signIn } = await openStaff(wrap)
    const owner = await signIn(await person('superadministrator'))
    const bola = await person('auditor')
    fault.kind = kind
    const url = `/api/admin/delete-user/${bola.userId}`
    expect((await call('DELETE', url, undefined, owner.accessToken)).status).toBe(503)
    fault.kind = 'none'
    const restore = `/api/admin/restore-user/${bola.userId}`
    const restored = await call('PUT', restore, undefined, owner.accessToken)
    expect(restored.status).toBe(200)
    expect(await eventsOf(bola.userId)).toEqual(['UserArchived', 'UserRestored'])
  })

test('each of many simultaneous sign-ins is in the log once, and its answer has the position', async () => {
  const { person, call, eventsOf, eventStore } = await openStaff()
  const ada = await person('administrator')
  const signIn = () => call('POST', '/api/login', { email: ada.email, password })
  const answers = []
  // Five at once: one network may have no more sign-ins in progress.
  for (let round = 0; round < 4; round++)
    answers.push(...(await Promise.all(Array.from({ length: 5 }, signIn))))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await eventsOf(ada.userId)).toEqual(Array(20).fill('UserSignedIn'))
  const head = await eventStore.headPosition()
  for (const { headers } of answers) {
    const position = BigInt(String(headers['x-position']))
    expect(position >= 0n && position <= head).toBe(true)
  }
})

test('a sweeper and a request for the same person at once append nothing twice', async () => {
  const { person, call, eventsOf, pool, eventStore } = await openStaff()
  const ada = await person('administrator')
  const other = openAccountEvents({ pool, eventStore, log: silentLog })
  let done = false
  const sweeping = (async () => {
    while (!done) {
      await pool.query(`update account_event set written_at = now() - interval '1 minute'`)
      await other.sweep()
    }
  })()
  for (let times = 0; times < 20; times++)
    expect((await call('POST', '/api/login', { email: ada.email, password })).status).toBe(200)
  done = true
  await sweeping
  await other.close()
  expect(await eventsOf(ada.userId)).toEqual(Array(20).fill('UserSignedIn'))
})

test('a known person’s failed sign-in reaches the log, but the answer does not wait for it', async () => {
  const { fault, wrap } = unreliable()
  const { person, call, eventsOf } = await openStaff(wrap)
  const ada = await person('administrator')
  fault.kind = 'before'
  const failed = await call('POST', '/api/login', { email: ada.email, password: 'wrong' })
  expect(failed.status).toBe(401)
  fault.kind = 'none'
  await call('POST', '/api/login', { email: ada.email, password })
  await eventually(async () => (await eventsOf(ada.userId)).length, 2)
  expect(await eventsOf(ada.userId)).toEqual(['UserSignInFailed', 'UserSignedIn'])
})

test('signing out succeeds while the log is down, and is recorded later', async () => {
  const { fault, wrap } = unreliable()
  const { person, call, signIn, eventsOf } = await openStaff(wrap)
  const ada = await person('administrator')
  const { refreshToken } = await signIn(ada)
  fault.kind = 'before'
  expect((await call('POST', '/api/logout', { refreshToken })).status).toBe(204)
  fault.kind = 'none'
  await signIn(ada)
  expect(await eventsOf(ada.userId)).toEqual(['UserSignedIn', 'UserSignedOut', 'UserSignedIn'])
})
