import { randomUUID } from 'node:crypto'
import { allEndpoints } from '@strand/contracts/endpoints'
import { keyRing, macOf } from '@strand/platform/crypto/key-ring'
import { someOf } from '@strand/platform/testing/random'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StaffedShop, startStaffedShop } from '../testing/staffed-shop.ts'
import { fourEyesAbove, staffCommandIds, staffCommands } from './staff-commands.ts'

let staffed: StaffedShop
let commands: Awaited<ReturnType<typeof staffCommands>>
beforeAll(async () => {
  staffed = await startStaffedShop({ fourEyesAbove })
  commands = await staffCommands(staffed)
})
afterAll(() => staffed.shop.close())

const prepared = async (operationId: string) => {
  const { shop, owner } = staffed
  const command = await commands[operationId]?.()
  const endpoint = allEndpoints.find((one) => one.operationId === operationId)
  if (!command || !endpoint) throw new Error(`No example of ${operationId}`)
  const { path, body, otherBody, as = owner } = command
  const send = async (key: string, content = body) => {
    const headers = { 'Idempotency-Key': key }
    const answer = await shop.call(endpoint.method, path, { as, body: content, headers })
    const { status, headers: received } = answer
    return { status, position: received['x-position'], body: answer.body }
  }
  return { send, otherBody }
}

/** Excludes events that the shop itself may append at any time, such as those about an email. */
const staffEventsInLog = async () => {
  const { rows } = await staffed.shop.pool.query<{ count: number }>(
    `select count(*)::int as count from event_log.event where metadata->'actor'->>'kind' = 'staff'`,
  )
  return rows[0]?.count
}

test('even with the shop’s secret, no stored hash reveals whether a guessed password is right', async () => {
  const { shop, owner } = staffed
  const [key, body] = ['a-key-of-this-test', { method: 'totp', password: 'Guess-me-2026!' }]
  const path = '/api/admin/second-factor/enrolment'
  const headers = { 'Idempotency-Key': key }
  expect((await shop.call('POST', path, { as: owner, body, headers })).status).not.toBe(404)
  const { rows } = await shop.pool.query<{ content: string }>('select content from command_key')
  expect(rows).not.toEqual([])
  const guess = ['content', {}, body]
  const guessed = macOf(keyRing(Buffer.alloc(32, 1)), JSON.stringify(guess)).toString('base64url')
  expect(rows.map(({ content }) => content)).not.toContain(guessed)
})

test('every staff command is tried here', () =>
  expect(Object.keys(commands).sort()).toEqual([...staffCommandIds].sort()))

describe.each(someOf(staffCommandIds, 16))('S12.9 %s', (operationId) => {
  test('a command sent again with its key gets its first answer and changes nothing', async () => {
    const { send, otherBody } = await prepared(operationId)
    const key = randomUUID()
    const first = await send(key)
    expect([200, 201]).toContain(first.status)
    expect(first.position).toBeDefined()
    const events = await staffEventsInLog()
    expect(await send(key)).toEqual(first)
    if (otherBody !== undefined) expect((await send(key, otherBody)).status).toBe(422)
    expect(await staffEventsInLog()).toBe(events)
  })

  test('a command sent three times at once is applied once, with the same answer each time', async () => {
    const { send } = await prepared(operationId)
    const key = randomUUID()
    const [first, ...others] = await Promise.all([send(key), send(key), send(key)])
    expect([200, 201]).toContain(first.status)
    for (const other of others) expect(other).toEqual(first)
    const events = await staffEventsInLog()
    expect(await send(key)).toEqual(first)
    expect(await staffEventsInLog()).toBe(events)
  })
})

// These commands change state outside the log, so a repetition may find nothing left to do.
test.each([
  'sendFailedMails',
  'sendHeldMails',
  'dropHeldMails',
])('%s, sent thirty times at once, is answered alike', async (operationId) => {
  const { send } = await prepared(operationId)
  const key = randomUUID()
  const [first, ...others] = await Promise.all(Array.from({ length: 30 }, () => send(key)))
  expect(first?.status).toBe(200)
  for (const other of others) expect(other).toEqual(first)
})
