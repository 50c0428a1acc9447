import { keyRing } from '@strand/platform/crypto/key-ring'
import { eventually } from '@strand/platform/testing/eventually'
import { seed } from '@strand/platform/testing/random'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openStaff, otherPassword, password } from '../../testing/test-staff.ts'
import { openSignInThrottle } from './throttle.ts'

const networks = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => `198.51.${100 + first}.${index + 1}`)

/**
 * Clients at these addresses try a wrong password at the same time. Returns how many passwords were
 * checked.
 */
const guess = async (
  { call }: Pick<Awaited<ReturnType<typeof openStaff>>, 'call'>,
  email: string,
  addresses: string[],
) => {
  const answers = await Promise.all(
    addresses.map((from) =>
      call('POST', '/api/login', { email, password: 'wrong' }, undefined, { from }),
    ),
  )
  const looks = answers.filter(({ status }) => status === 401).length
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(answers.length - looks)
  return looks
}

test('one network has five failures, and another network has its own', async () => {
  const { person, call } = await openStaff()
  const { email } = await person('administrator')
  const tryFrom = async (from: string, secret: string) =>
    (await call('POST', '/api/login', { email, password: secret }, undefined, { from })).status
  for (let tries = 0; tries < 5; tries++)
    expect(await tryFrom(`2001:db8:0:1::${tries}`, 'wrong')).toBe(401)
  expect(await tryFrom('2001:db8:0:1:ffff::1', password)).toBe(429)
  expect(await tryFrom('2001:db8:0:2::1', password)).toBe(200)
})

test('200 addresses that guess together get 40 checks in 15 minutes, across two processes and a restart', async () => {
  const { person, call, later, anotherProcess, app } = await openStaff()
  const { email } = await person('administrator')
  const processes = [app, await anotherProcess()]
  const addresses = networks(200)
  let looks = 0
  for (let seconds = 0; seconds < 900; seconds += 15) {
    // After five failures, an address has to wait, so each round uses other addresses of the 200.
    const from = Array.from({ length: 12 }, (_, at) => addresses[(seconds / 15 + at * 17) % 200])
    const answers = await Promise.all(
      from.map((each, index) =>
        call('POST', '/api/login', { email, password: 'wrong' }, undefined, {
          from: each ?? '',
          by: processes[index % 2] ?? app,
        }),
      ),
    )
    looks += answers.filter(({ status }) => status === 401).length
    if (seconds === 450) processes[1] = await anotherProcess()
    later(15 / 60)
  }
  // Ten checks at once, then one every 30 s: at 30, 60, ... 870 s.
  expect(looks).toBe(39)
  expect(await guess({ call }, email, addresses)).toBe(1)
})

test('200 addresses at the same moment get ten checks', async () => {
  const staff = await openStaff()
  const { email } = await staff.person('administrator')
  expect(await guess(staff, email, networks(200))).toBe(10)
  expect(await guess(staff, 'nobody@strand.example', networks(200))).toBe(10)
})

test('a stranger’s right password must wait like a wrong one, and the answer says how long', async () => {
  const staff = await openStaff()
  const { email } = await staff.person('administrator')
  await guess(staff, email, networks(10))
  staff.later(0.2)
  const from = '203.0.113.9'
  const tryIt = () => staff.call('POST', '/api/login', { email, password }, undefined, { from })
  const refused = await tryIt()
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toBe('18')
  staff.later(0.3)
  expect((await tryIt()).status).toBe(200)
  // A right password is no failure, so it does not delay the next stranger's attempt.
  expect(await guess(staff, email, networks(5, 1))).toBe(1)
})

test('however attempts are spread, no 15 minutes have more than 40 checks, and 10 are always immediate', async () => {
  const { pool, clock } = await openStaff()
  const secret = keyRing(Buffer.alloc(32, 3))
  const begin = clock.now.getTime()
  const gaps = fc.array(
    fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constantFrom(0, 29, 30, 31, 450, 899, 900, 901)),
    { minLength: 60, maxLength: 120 },
  )
  let run = 0
  await fc.assert(
    fc.asyncProperty(gaps, async (pauses) => {
      let seconds = 0
      const email = `guessed.${run++}@strand.example`
      const throttle = openSignInThrottle({
        pool,
        secret,
        now: () => new Date(begin + seconds * 1000),
      })
      const looks: number[] = []
      let tries = 0
      for (const pause of pauses) {
        seconds += pause
        const by = { email, network: `network ${tries++}`, device: null }
        await throttle
          .attempt(by, async () => {
            looks.push(seconds)
            return { ok: false }
          })
          .catch((error) => expect(error).toMatchObject({ code: 'too-many-requests' }))
      }
      for (const first of looks)
        expect(looks.filter((at) => at >= first && at <= first + 900).length).toBeLessThanOrEqual(
          40,
        )
      expect(looks.length).toBeGreaterThanOrEqual(10)
    }),
    { seed, numRuns: 15 },
  )
})

test('a shop too busy to check does not count the attempt', async () => {
  const { pool, clock } = await openStaff()
  const throttle = openSignInThrottle({
    pool,
    secret: keyRing(Buffer.alloc(32)),
    now: () => clock.now,
  })
  const by = { email: 'ada@strand.example', network: '203.0.113.9', device: null }
  for (let tries = 0; tries < 12; tries++)
    await expect(
      throttle.attempt(by, async () => Promise.reject(new Error('busy'))),
    ).rejects.toThrow('busy')
  expect(await throttle.attempt(by, async () => ({ ok: true, value: 'in' }))).toBe('in')
})

test('the table of failures contains no addresses, and is empty an hour later', async () => {
  const staff = await openStaff()
  const { deleteExpiredRows: cleanAccounts } = await import('../account/cleanup.ts')
  await guess(staff, 'typed@by.stranger', networks(6))
  for (const table of ['sign_in_failure', 'sign_in_look']) {
    const { rows } = await staff.pool.query(`select t::text as row from ${table} t`)
    expect(rows.length).toBeGreaterThan(0)
    const text = JSON.stringify(rows)
    for (const secret of ['typed', Buffer.from('typed').toString('hex'), '198.51'])
      expect(text).not.toContain(secret)
  }
  staff.later(61)
  await cleanAccounts(staff.pool, staff.clock.now)
  for (const table of ['sign_in_failure', 'sign_in_look'])
    expect((await staff.pool.query(`select from ${table}`)).rowCount).toBe(0)
})

test('a signed-in person has five attempts in each session, and blocks no sign-in', async () => {
  const { person, call, signIn, eventsOf } = await openStaff()
  const ada = await person('administrator')
  const { accessToken } = await signIn(ada)
  const wrong = { oldPassword: 'wrong', password: otherPassword, confirmPassword: otherPassword }
  for (let tries = 0; tries < 5; tries++)
    expect((await call('POST', '/api/update-password', wrong, accessToken)).status).toBe(400)
  const right = { ...wrong, oldPassword: password }
  expect((await call('POST', '/api/update-password', right, accessToken)).status).toBe(429)
  const other = await signIn(ada)
  expect((await call('POST', '/api/update-password', right, other.accessToken)).status).toBe(200)
  await eventually(
    () => eventsOf(ada.userId),
    (value) => value.includes('UserPasswordChanged'),
  )
})
