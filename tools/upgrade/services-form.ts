import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort, startEmbeddedPostgres } from '../../platform/postgres/embedded.ts'
import { type ServiceName, services, urlOfRole } from '../../platform/postgres/roles.ts'
import { call, jsonOf } from './call.ts'
import type { Form, FormOptions } from './form.ts'
import { type Behind, openFront } from './front.ts'
import type { Program } from './programs.ts'
import { until } from './until.ts'

const entryPoints = {
  command: 'command-api/server.ts',
  query: 'query-api/server.ts',
  projections: 'projections/main.ts',
  workers: 'workers/main.ts',
} as const satisfies Record<ServiceName, string>

const passwordOf = (service: ServiceName) => `password-of-${service}`
const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

type Running = Program & { address: string; release: 'old' | 'new' }

/**
 * The shop of docker-compose.yml, upgraded by docs/operations.md: each service is a process with a
 * role of its own, with two of each API, behind a front in place of nginx.
 */
export const openServicesForm = async (options: FormOptions): Promise<Form> => {
  const { folder, from, to, programs, say } = options
  // As in docker-compose.yml: a process has up to 30 connections, and some run twice.
  const postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'), {
    max_connections: '300',
  })
  programs.atEnd(postgres.stop)
  // An operator sets the new settings before the upgrade; an older release ignores them.
  const settings = {
    ...options.settings,
    FILES_URL: pathToFileURL(path.join(folder, 'files/')).href,
    PUBLIC_URL: 'http://shop.example',
    TOKEN_SECRET: key(1),
    PERSONAL_DATA_KEY: key(2),
    BANK_LINE_KEY: key(3),
    LOG_SIGNING_KEY: key(4),
    LOG_WRITER_KEY: key(5),
  }
  const start = async (release: string, service: ServiceName): Promise<Running> => {
    const port = await freePort()
    const url = urlOfRole(postgres.url, service, passwordOf(service))
    const urls = { DATABASE_URL: url, EVENT_STORE_URL: url, QUEUE_URL: url, PORT: String(port) }
    const program = programs.start(release, entryPoints[service], { ...settings, ...urls })
    const address = `http://127.0.0.1:${port}`
    await until(`${service} is ready`, async () => {
      if (program.hasEnded()) throw new Error(`${service} did not start: see ${folder}/logs`)
      return (await call(address, { path: '/readyz' })).status === 200
    })
    return { ...program, address, release: release === from ? 'old' : 'new' }
  }
  const migrate = (release: string) =>
    programs.run(release, 'compose/migrate.ts', {
      DATABASE_URL: postgres.url,
      LOG_LEVEL: settings.LOG_LEVEL,
      ...Object.fromEntries(
        services.map((service) => [`${service.toUpperCase()}_PASSWORD`, passwordOf(service)]),
      ),
    })

  await migrate(from)
  const old = {
    command: [await start(from, 'command'), await start(from, 'command')],
    projections: await start(from, 'projections'),
    workers: await start(from, 'workers'),
    query: [await start(from, 'query'), await start(from, 'query')],
  }
  const behind: Behind = {
    command: [...old.command],
    query: [...old.query],
  }
  const front = await openFront(behind)
  programs.atEnd(async () => front.close())

  const serves = async ({ address }: Running) => {
    const { projections = [] } = jsonOf(await call(address, { path: '/readyz' }))
    return projections.every(({ status }: { status: string }) => status === 'serving')
  }
  /** Replaces the processes one by one, while the others, old and new, keep answering. */
  const replaceEach = async (service: 'command' | 'query') => {
    for (const one of old[service]) {
      // As operations.md says, new requests go elsewhere before the process is stopped. Requests in
      // transit still reach it.
      behind[service].shift()
      await one.stop()
      behind[service].push(await start(to, service))
    }
  }
  const upgrade = async () => {
    await migrate(to)
    say('migrated')
    const projections = await start(to, 'projections')
    await until('the new projections serve', () => serves(projections))
    await old.projections.stop()
    say('projections replaced')
    await old.workers.stop()
    await start(to, 'workers')
    say('workers replaced')
    await replaceEach('query')
    say('query-api replaced, one after the other')
    await replaceEach('command')
    say('command-api replaced, one after the other')
  }
  return {
    address: front.address,
    mayBeClosed: () => false,
    isFromOld: ({ headers }) => headers['x-release'] === 'old',
    upgrade,
    databaseUrl: async () => postgres.url,
    verify: () =>
      programs.run(to, 'projections/verify.ts', {
        ...settings,
        DATABASE_URL: postgres.url,
        EVENT_STORE_URL: postgres.url,
      }),
  }
}
