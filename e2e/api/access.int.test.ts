import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { commandMigrations } from '@strand/all-in-one/embedded/database'
import { ensureSuperadministrator } from '@strand/command-api/accounts/account/superadministrator'
import { commandApi } from '@strand/command-api/app'
import { permissionsOf, permissionsOfRole, type Role } from '@strand/contracts/accounts/permission'
import type { Endpoint } from '@strand/contracts/endpoint'
import { allEndpoints } from '@strand/contracts/endpoints'
import { defaultErrorTexts } from '@strand/contracts/error-texts'
import { textProblemsOf } from '@strand/contracts/testing/text-problems'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import { silentLog } from '@strand/event-sourcing/log'
import { migrate } from '@strand/event-sourcing/postgres/migrate'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { mailedToken, temporaryPassword } from '@strand/platform/crypto/mailed-token'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import { openFiles } from '@strand/platform/files/open'
import { authenticator } from '@strand/platform/http/principal'
import type { RateLimit } from '@strand/platform/http/rate-limits'
import { createHttpServer } from '@strand/platform/http/server'
import { someOf } from '@strand/platform/testing/random'
import { testDatabase } from '@strand/platform/testing/test-database'
import { queryApi } from '@strand/query-api/app'
import type { FastifySchema } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import {
  type Actor,
  actors,
  callersOf,
  endpointsByRoute,
  limitTable,
  routeKey,
} from './access-table.ts'

const password = 'Tide-under-7-moons'
const tokenSecret = keyRing(Buffer.alloc(32, 2))
/**
 * The status that the test's hook answers with, in place of the handler, once the guard has let a
 * request in.
 */
const letIn = 299

type Route = {
  method: string
  url: string
  limit: RateLimit | undefined
  schema: FastifySchema | undefined
}

/** Both APIs on one server, a signed-in user of each role, and the list of all routes. */
const openWholeApi = async ({ rateLimits = false } = {}) => {
  const { pool } = await testDatabase()
  await migrate(pool, ...commandMigrations)
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-access-'))
  const log = silentLog
  const files = await openFiles(pathToFileURL(`${folder}/`).href, { log })
  const eventStore = memoryEventStore()
  const personalData = await openPersonalData({
    pool,
    masterKey: keyRing(Buffer.alloc(32, 1)),
    log,
  })
  const now = () => new Date()
  const app = await createHttpServer({
    log,
    rateLimits,
    texts: defaultErrorTexts,
    authenticate: authenticator({ pool, tokenSecret, permissionsOf: permissionsOfRole, now }),
  })
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    for (const one of [method].flat())
      if (one !== 'HEAD') routes.push({ method: one, url, limit: config?.limit, schema })
  })
  // Runs after the guard and in place of the handlers, because the test must not change data or
  // hang on a stream.
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['x-walk'] && !request.is404) return reply.code(letIn).send()
  })
  const shared = { pool, eventStore, personalData, files, tokenSecret, log, now }
  const shop = {
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
  }
  const diskReserve = { share: 0, bytes: 0 }
  await app.register(commandApi, {
    ...shared,
    publicUrl: 'https://shop.example',
    shopName: shop.name,
    proofRetentionDays: 180,
    undoSeconds: 0,
    bankLineKey: Buffer.alloc(32, 3),
    bankLineDays: 400,
    shopAccount: { bankName: 'Bank', accountName: 'Shop', accountNumber: '0123456789' },
    signIn: { secondFactor: 'optional' },
    fileLimits: { diskReserve, unclaimedBytes: Number.POSITIVE_INFINITY },
  })
  await app.register(queryApi, {
    ...shared,
    shop,
    diskReserve,
    undoSeconds: 0,
    paymentEvidence: 'optional',
    hmacsOfReference: () => [Buffer.alloc(32)],
    progress: { waitFor: async () => 'whole' as const, servedVersion: () => undefined },
  })
  await app.ready()
  onTestFinished(async () => {
    await app.close()
    await personalData.close()
    await eventStore.close()
    await rm(folder, { recursive: true, force: true })
  })

  const post = async (url: string, payload: object, token?: string) => {
    const answer = await app.inject({
      method: 'POST',
      url,
      payload,
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })
    if (answer.statusCode >= 300) throw new Error(`${url} gave ${answer.body}`)
    return answer.json()
  }
  const signIn = async (email: string, secret: string): Promise<string> =>
    (await post('/api/login', { email, password: secret })).accessToken

  const { email } = await ensureSuperadministrator({ ...shared, password })
  const owner = await signIn(email, password)
  const newcomer = async (roleid: Role, name: string) => {
    const form = { firstname: name, lastname: 'Obi', phone: '0803', roleid }
    const created = await post(
      '/api/admin/create-user',
      { ...form, email: `${name}@strand.example` },
      owner,
    )
    return { email: created.email, userId: created.userid }
  }
  const colleague = async (roleid: Role) => {
    const { email, userId } = await newcomer(roleid, roleid)
    await app.inject(`/api/activate-account/${mailedToken(tokenSecret, 'activation', userId)}`)
    const oldPassword = temporaryPassword(tokenSecret, userId)
    await post('/api/change-password', { email, oldPassword, password, confirmPassword: password })
    return signIn(email, password)
  }
  const pending = await newcomer('superadministrator', 'pending')
  const tokens: Record<Actor, string | null> = {
    anonymous: null,
    pending: await signIn(pending.email, temporaryPassword(tokenSecret, pending.userId)),
    auditor: await colleague('auditor'),
    administrator: await colleague('administrator'),
    superadministrator: owner,
  }
  const walk = async (actor: Actor, method: string, url: string) => {
    const token = tokens[actor]
    const { statusCode } = await app.inject({
      method: method as 'GET',
      url,
      headers: { 'x-walk': '1', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    })
    return statusCode
  }
  return { routes, walk }
}

const declaredCallers = ({ access }: Endpoint): Actor[] =>
  actors.filter((actor) => {
    if (access === 'public' || access === 'session') return true
    if (access === 'signed-in') return actor !== 'anonymous'
    if (actor === 'anonymous' || actor === 'pending') return false
    return permissionsOf[actor].includes(access.permission)
  })

/** The status for an actor at an endpoint for these actors only. */
const expected = (allowed: Actor[], actor: Actor) => {
  if (allowed.includes(actor)) return letIn
  return actor === 'anonymous' ? 401 : 403
}

const sample = (path: string) => path.replace(/:\w+/g, 'x1')

/** Other spellings of an address that a router or a proxy might take for the same. */
const variants = (url: string) => [
  `/${url}`,
  `/${url}/`,
  url.replace(/^\/api\//, '/api//'),
  url.replace(/\/([^/]+)$/, '//$1'),
  url.replace(/\/([^/]+)$/, '%2F$1'),
  url.replace(/^\/api\//, '/api%2f'),
  url.replace(/^\/api/, '/%61pi'),
  url.toUpperCase(),
  url.replace(/^\/api/, '/API'),
  `${url}/`,
  `${url}/.`,
  `${url};x=1`,
  `${url}%20`,
  `${url}%00`,
  `/x/..${url}`,
  `/./${url.slice(1)}`,
  `${url}?access_token=x`,
]

test('every endpoint declares the access that the table gives it', () => {
  for (const endpoint of allEndpoints) {
    const { operationId } = endpoint
    expect([operationId, declaredCallers(endpoint)]).toEqual([operationId, callersOf(operationId)])
  }
})

/**
 * The right answer to a HEAD request: the answer of the GET route at this address, if there is one.
 */
const rightOfHead = (endpoint: Endpoint, address: string, actor: Actor) => {
  const reads = ({ method, path }: Endpoint) =>
    method === 'GET' && new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(address)
  const reader = endpoint.method === 'GET' ? endpoint : allEndpoints.find(reads)
  return expected(declaredCallers(reader ?? endpoint), actor)
}

test('every route is open to exactly the callers that its endpoint names, however its address is spelled', async () => {
  const { routes, walk } = await openWholeApi()
  const registered = routes
    .filter(({ url }) => url.toLowerCase().startsWith('/api') && !url.startsWith('/api/docs'))
    .map(({ method, url }) => `${method} ${url}`)
  const described = allEndpoints.map(({ method, path }) => `${method} ${path}`)
  expect(registered.sort(), 'routes and the endpoints of contracts').toEqual(described.sort())
  expect(described.length).toBeGreaterThan(50)

  const wrong: string[] = []
  for (const endpoint of allEndpoints) {
    const { method, path } = endpoint
    const allowed = declaredCallers(endpoint)
    for (const actor of actors) {
      const right = expected(allowed, actor)
      const address = sample(path)
      const note = (written: string, status: number) =>
        wrong.push(`${actor}: ${written} gave ${status}, not ${right}`)

      const status = await walk(actor, method, address)
      if (status !== right) note(`${method} ${address}`, status)
      for (const written of someOf(variants(address), 3)) {
        const other = await walk(actor, method, written)
        if (![right, 400, 404].includes(other)) note(`${method} ${written}`, other)
      }
      const head = await walk(actor, 'HEAD', address)
      if (![rightOfHead(endpoint, address, actor), 404].includes(head))
        note(`HEAD ${address}`, head)
      const options = await walk(actor, 'OPTIONS', address)
      if (options !== 404) note(`OPTIONS ${address}`, options)
    }
  }
  expect(wrong).toEqual([])
})

test('every text that a route accepts has a maximum length and contains nothing that a database cannot store', async () => {
  const { routes } = await openWholeApi()
  const problems = routes.flatMap(({ method, url, schema }) =>
    [schema?.params, schema?.querystring, schema?.body].flatMap((part) =>
      part instanceof z.ZodType
        ? textProblemsOf(part).map((one) => `${method} ${url}: ${one}`)
        : [],
    ),
  )
  expect(problems).toEqual([])
  const unnamed = routes.filter(({ url, schema }) => url.includes(':') && !schema?.params)
  expect(unnamed).toEqual([])
})

test('every route that strangers can overload has a limit, which holds', async () => {
  const { routes, walk } = await openWholeApi({ rateLimits: true })
  const limits = routes.flatMap(({ method, url, limit }) => {
    const endpoint = endpointsByRoute.get(routeKey(method, url))
    return endpoint ? [{ endpoint, limit }] : []
  })
  const limited = limits.flatMap(({ endpoint, limit }) =>
    limit ? [[endpoint.operationId, [limit.requests, limit.seconds]] as const] : [],
  )
  expect(Object.fromEntries(limited)).toEqual(limitTable)
  const open = limits.filter(
    ({ endpoint, limit }) =>
      endpoint.method !== 'GET' && declaredCallers(endpoint).includes('anonymous') && !limit,
  )
  expect(open).toEqual([])
  const statuses = new Set<number>()
  for (let times = 0; times < 60; times++)
    statuses.add(await walk('anonymous', 'GET', '/api/orders/x/track'))
  expect([...statuses]).toEqual([letIn])
  expect(await walk('anonymous', 'GET', '/api/orders/y/track')).toBe(429)
  expect(await walk('anonymous', 'HEAD', '/api/orders/y/track')).toBe(429)
})
