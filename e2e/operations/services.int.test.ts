import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { folderUrl } from '@strand/all-in-one/config'
import { freePort, startEmbeddedPostgres } from '@strand/platform/postgres/embedded'
import { urlOfRole } from '@strand/platform/postgres/roles'
import { compiled } from '@strand/platform/testing/compiled'
import { testPasswords } from '@strand/platform/testing/database-roles'
import { eventually } from '@strand/platform/testing/eventually'
import { type ReceivedSpan, startOtlpReceiver } from '@strand/platform/testing/otlp-receiver'
import { startProxy } from '@strand/platform/testing/proxy'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { owner } from '../testing/test-shop.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const programs = {
  'command-api/server.ts': 'command',
  'query-api/server.ts': 'query',
  'projections/main.ts': 'projections',
  'workers/main.ts': 'workers',
} as const
type Program = keyof typeof programs

/** Runs the four services in separate processes, each with its role, like docker-compose.yml. */
const startServices = async (databaseUrl: string, settings: Record<string, string>) => {
  const services = new Map<string, { address: string; process: ChildProcess }>()
  for (const [program, service] of Object.entries(programs)) {
    const port = await freePort()
    const url = urlOfRole(databaseUrl, service, testPasswords[service])
    const urls = { DATABASE_URL: url, EVENT_STORE_URL: url, QUEUE_URL: url }
    const child = spawn(process.execPath, [program], {
      cwd: root,
      env: { ...compiled, ...settings, ...urls, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    services.set(program, { address: `http://127.0.0.1:${port}`, process: child })
  }
  const stop = async () => {
    for (const { process: child } of services.values()) {
      if (child.exitCode !== null) continue
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
    }
  }
  onTestFinished(stop)
  const ask = (program: Program, url: string, init?: RequestInit) =>
    fetch(`${services.get(program)?.address}${url}`, init)
  return {
    command: (url: string, init?: RequestInit) => ask('command-api/server.ts', url, init),
    query: (url: string, init?: RequestInit) => ask('query-api/server.ts', url, init),
    ready: async () => {
      for (const program of Object.keys(programs) as Program[])
        await eventually(async () => (await ask(program, '/readyz')).status, 200)
    },
    stop,
    exitCodes: () => [...services.values()].map(({ process: child }) => child.exitCode),
  }
}

const prepare = (settings: Record<string, string>) =>
  promisify(execFile)(process.execPath, ['compose/migrate.ts'], {
    cwd: root,
    env: {
      ...compiled,
      LOG_LEVEL: 'silent',
      ...settings,
      COMMAND_PASSWORD: testPasswords.command,
      PROJECTIONS_PASSWORD: testPasswords.projections,
      QUERY_PASSWORD: testPasswords.query,
      WORKERS_PASSWORD: testPasswords.workers,
    },
  })

const post = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

test('services start before their database, survive its sudden death, lose nothing, and share traces', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-services-'))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const data = path.join(folder, 'postgres')

  // Prepares the database as a deployment does, and stops it. The services then start without a
  // database; the proxy's address for it does not change.
  let postgres = await startEmbeddedPostgres(data)
  await prepare({ DATABASE_URL: postgres.url })
  const proxy = await startProxy(postgres.url)
  await postgres.stop()
  onTestFinished(() => postgres.stop())
  const collector = await startOtlpReceiver()
  const services = await startServices(proxy.url, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    LOG_LEVEL: 'silent',
    FILES_URL: folderUrl(path.join(folder, 'files')),
    DISK_RESERVE: '0',
    MAIL_URL: folderUrl(path.join(folder, 'mail')),
    PUBLIC_URL: 'http://shop.example',
    TOKEN_SECRET: Buffer.alloc(32, 1).toString('base64'),
    PERSONAL_DATA_KEY: Buffer.alloc(32, 2).toString('base64'),
    BANK_LINE_KEY: Buffer.alloc(32, 3).toString('base64'),
    LOG_SIGNING_KEY: Buffer.alloc(32, 4).toString('base64'),
    LOG_WRITER_KEY: Buffer.alloc(32, 5).toString('base64'),
    SUPERADMIN_EMAIL: owner.email,
    SUPERADMIN_PASSWORD: owner.password,
  })
  postgres = await startEmbeddedPostgres(data)
  await proxy.away()
  await proxy.back(postgres.url)
  await services.ready()

  const signIn = await services.command('/api/login', post(owner))
  expect(signIn.status).toBe(200)
  const { accessToken } = (await signIn.json()) as { accessToken: string }
  const authorization = { Authorization: `Bearer ${accessToken}` }
  const created = await services.command(
    '/api/admin/create-product',
    post({ productname: 'Body wave', price: 72_000 }, authorization),
  )
  expect(created.status).toBe(201)
  const position = created.headers.get('X-Position') ?? ''
  const seen = async () => {
    const answer = await services.query('/api/products', {
      headers: { 'X-Min-Position': position },
    })
    return ((await answer.json()) as { result: unknown }).result
  }
  expect(await seen()).toMatchObject([{ productname: 'Body wave', price: 72_000 }])

  // Kills the server with SIGKILL, as if its machine had crashed.
  const [pid] = (await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await proxy.cut()
  const refused = await services.command(
    '/api/admin/create-product',
    post({ productname: 'Nobody heard of', price: 1 }, authorization),
  )
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, expect.any(String)])
  const unread = await services.query('/api/products')
  expect([unread.status, unread.headers.get('Retry-After')]).toEqual([503, expect.any(String)])
  expect((await services.query('/readyz')).status).toBe(503)
  expect((await services.query('/healthz')).status).toBe(200)

  postgres = await startEmbeddedPostgres(data)
  await proxy.back(postgres.url)
  await services.ready()
  expect(await seen()).toMatchObject([{ productname: 'Body wave' }])
  const again = await services.command(
    '/api/admin/create-product',
    post({ productname: 'Lace closure', price: 42_000 }, authorization),
  )
  expect(again.status).toBe(201)
  // Each service documents its own calls, and names the place of the others' documents.
  const commands = await (await services.command('/api/docs/commands/json')).json()
  const reads = await (await services.query('/api/docs/json')).json()
  expect(commands).toMatchObject({ paths: { '/api/create-order': { post: {} } } })
  expect(reads).toMatchObject({ paths: { '/api/admin/orders': { get: {} } } })
  expect(services.exitCodes()).toEqual([null, null, null, null])

  const roles = await (await services.query('/api/admin/roles', { headers: authorization })).json()
  const [role] = (roles as { result: { roleid: string }[] }).result
  const name = { firstname: 'Bola', lastname: 'Ade', email: 'bola@strand.example' }
  const colleague = { ...name, phone: '08030000001', countryCode: 'NG', roleid: role?.roleid }
  const invited = await services.command('/api/admin/create-user', post(colleague, authorization))
  expect(invited.status).toBe(201)
  const mails = () => readdir(path.join(folder, 'mail')).catch(() => [] as string[])
  await eventually(async () => (await mails()).some((mail) => mail.endsWith('.eml')))
  await services.stop()
  expect(partsOfTrace(collector.spans(), 'POST /api/admin/create-user')).toEqual([
    'command-api: POST',
    'command-api: append',
    'projections: projection',
    'workers: mail',
    'workers: reaction',
  ])
})

/** The services, and the spans of a request's trace that each sent. */
const partsOfTrace = (spans: ReceivedSpan[], request: string) => {
  const root = spans.find(({ name }) => name === request)
  const parts = spans
    .filter(({ traceId }) => traceId === root?.traceId)
    .map(({ name, service }) => `${service}: ${name.split(' ')[0]}`)
  return [...new Set(parts)].sort()
}

test('a service that may not prepare its database says who can, and ends', async () => {
  const { url } = await testDatabase()
  const commandUrl = urlOfRole(url, 'command', testPasswords.command)
  const service = promisify(execFile)(process.execPath, ['command-api/server.ts'], {
    cwd: root,
    env: {
      ...compiled,
      DATABASE_URL: commandUrl,
      EVENT_STORE_URL: commandUrl,
      FILES_URL: 'file:///tmp/files/',
      PUBLIC_URL: 'http://shop.example',
      LOG_LEVEL: 'silent',
      PORT: '0',
      TOKEN_SECRET: Buffer.alloc(32, 1).toString('base64'),
      PERSONAL_DATA_KEY: Buffer.alloc(32, 2).toString('base64'),
      BANK_LINE_KEY: Buffer.alloc(32, 3).toString('base64'),
      LOG_WRITER_KEY: Buffer.alloc(32, 5).toString('base64'),
    },
  })
  await expect(service).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The database is not prepared .* run "npm run migrate" first/),
  })
})
