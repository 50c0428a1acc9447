import { startOidcProvider } from '@strand/command-api/testing/oidc-provider'
import { openLog } from '@strand/event-sourcing/log'
import { seed, someOf } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Row, type SpecificationShop, startSpecificationShop } from '../testing/client.ts'
import { placeOrder } from '../testing/fixtures.ts'
import type { ApiDocument } from '../testing/openapi.ts'
import { routeKey } from './access-table.ts'
import {
  type BadRequest,
  badRequestAt,
  type InjectionPoint,
  injectionPoints,
} from './bad-requests.ts'
import { badValue, regressionValues } from './bad-values.ts'
import { createExamples, type Examples } from './example-requests.ts'

/** How many requests run at once: enough to make some of them wait for the shop's database. */
const width = 24

let shop: SpecificationShop
let examples: Examples
let document: ApiDocument
let stopProvider: () => Promise<void>
const failures: string[] = []
beforeAll(async () => {
  const write = (line: string) => {
    if (failures.length < 20) failures.push(line)
  }
  const provider = await startOidcProvider({}, (stop) => {
    stopProvider = stop
  })
  shop = await startSpecificationShop({
    log: openLog('test', 'error', { write }),
    signIn: { secondFactor: 'optional', oidc: provider.settings },
  })
  examples = await createExamples(shop)
  document = (await shop.raw('/api/docs/json')).body as unknown as ApiDocument
})
afterAll(async () => {
  await shop?.close()
  await stopProvider?.()
})

type Answer = { status: number; retryAfter: unknown; body: string }

const send = async (path: string, sent: BadRequest): Promise<Answer> => {
  if (path !== '/api/admin/live') {
    const answer = await shop.app.inject(sent)
    return {
      status: answer.statusCode,
      retryAfter: answer.headers['retry-after'],
      body: answer.body,
    }
  }
  const answer = await shop.app.inject({ ...sent, payloadAsStream: true })
  answer.stream().destroy()
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], body: '' }
}

const isFailure = ({ status, retryAfter }: Answer) =>
  status >= 500 && !(status === 503 && Number(retryAfter) > 0)

const spotOf = ({ method, path, spot }: InjectionPoint) =>
  `${method} ${path}, ${spot.in} ${'path' in spot ? spot.path.join('.') : spot.name}`

const inParallel = async (count: number, work: (index: number) => Promise<void>) => {
  let next = 0
  const worker = async () => {
    for (let index = next++; index < count; index = next++) await work(index)
  }
  await Promise.all(Array.from({ length: width }, worker))
}

const shuffled = (places: InjectionPoint[]) =>
  fc.sample(fc.shuffledSubarray(places, { minLength: places.length }), { seed, numRuns: 1 })[0] ??
  []

test('each call that takes a body has an example with all fields in its schema', () => {
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, { requestBody }] of Object.entries(operations)) {
      const schema = requestBody?.content?.['application/json']?.schema
      if (!schema) continue
      const example = examples.bodyFor(method.toUpperCase(), path)
      const key = routeKey(method, path)
      expect([key, example]).toEqual([key, expect.anything()])
      const fields = Object.keys((schema.properties as object | undefined) ?? {})
      expect([key, Object.keys(example as object)]).toEqual([key, expect.arrayContaining(fields)])
    }
})

test(`nothing that strangers send stops the shop (seed ${seed})`, async () => {
  const places = shuffled(injectionPoints(document, examples))
  expect(places.length).toBeGreaterThan(500)
  // A random value per place, besides the known bad ones; each run draws others.
  const values = fc.sample(badValue, {
    seed,
    numRuns: repetitions({ usual: Math.ceil(places.length / 10), long: places.length }),
  })
  // Each spot gets the known bad values from one actor only, whom the seed chooses.
  const spots = [...new Map(places.map((place) => [spotOf(place), place])).values()]
  // The same code reads the headers of all calls, so that some of the calls are enough.
  const isOfAllCalls = ({ spot }: InjectionPoint) => spot.in === 'header' || spot.in === 'get-body'
  const shared = spots.filter(isOfAllCalls)
  const own = spots.filter((place) => !isOfAllCalls(place))
  const tries = [
    ...values.map((value, index) => ({ value, place: places[index] })),
    ...[...own, ...someOf(shared, Math.ceil(shared.length / 4))].flatMap((place) =>
      someOf(regressionValues).map((value) => ({
        value,
        place,
      })),
    ),
  ]
  expect(tries.length).toBeGreaterThan(2_000)
  const statuses = new Map<number, number>()
  const wrong: string[] = []
  await inParallel(tries.length, async (index) => {
    const { place, value } = tries[index] ?? {}
    if (!place || !value) throw new Error('there are fewer places or values than were asked for')
    const sent = badRequestAt(place, value, examples)
    const answer = await send(place.path, sent)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    if (isFailure(answer))
      wrong.push(
        `${place.actor}: ${spotOf(place)} = ${value.json.slice(0, 200)} gave ${answer.status} ${answer.body}`,
      )
  })
  const told = JSON.stringify(Object.fromEntries(statuses))
  console.info(`${tries.length} bad inputs in ${places.length} places, seed ${seed}: ${told}`)
  expect([...new Set(wrong)].slice(0, 20), failures.join('\n')).toEqual([])
  // A refusal by a full or slow shop proves nothing about the input, so there may be only a few.
  expect(statuses.get(503) ?? 0).toBeLessThan(tries.length / 20)

  await everyEventWasRead()
  await usualDay()
  await everyEventWasRead()
})

/** Checks that every projector and reactor runs, has caught up, and has parked no event. */
const everyEventWasRead = async () => {
  const runners = await shop.until(
    () => shop.progress.report(),
    (report) => report.every(({ ok, parked, lagEvents }) => !ok || parked > 0 || lagEvents === 0),
  )
  for (const { name, ok, parked, waiting } of runners)
    expect({ name, ok, parked, waiting }).toEqual({ name, ok: true, parked: 0, waiting: [] })
}

/** Checks that every list can be read, and that an order can be placed, approved and tracked. */
const usualDay = async () => {
  const as = examples.tokens.superadministrator ?? ''
  const id = await placeOrder(shop, examples.goods)
  for (const [path, { get }] of Object.entries(document.paths)) {
    if (!get || path.includes('{') || path === '/api/admin/live') continue
    const query = /\/orders\/(rows|with-money)$/.test(path) ? `?ids=${id}` : ''
    const status = get.responses?.[302] ? 302 : 200
    expect([path, (await shop.get(path + query, { as })).status]).toEqual([path, status])
  }
  const found = await shop.list('/api/admin/orders', as, { search: id })
  expect(found.data.map(({ orderid }) => orderid)).toEqual([id])
  expect((await shop.put(`/api/admin/approve-order/${id}`, undefined, { as })).status).toBe(200)
  const tracked = await shop.get(`/api/orders/${id}/track`)
  expect((tracked.body.result as Row).orderStatus).toBe('confirmed')
}
