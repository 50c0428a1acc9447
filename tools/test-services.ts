import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { parse } from 'yaml'
import { findBrowser } from '../e2e/testing/browser.ts'
import { freePort, startEmbeddedPostgres } from '../platform/postgres/embedded.ts'
import { makeTestRoles, signInQuickly } from '../platform/testing/database-roles.ts'
import { dropTemplates } from '../platform/testing/drop-templates.ts'
import { memoryFolder } from '../platform/testing/memory-folder.ts'
import { findGo, findNginx, hasPromtool } from './find-programs.ts'

type Service = { url: string; what: string; stop: () => Promise<void> }
type Services = {
  postgres: Service
  redis: Service
  eventStore: Service
  testRun: string
  users: number
}

const nothing = async () => {}

/**
 * vitest's global setup: starts the real services of a test run, and prints one line per service.
 * Two projects in one run share the services.
 */
export const setup = async (project: TestProject) => {
  const shared = globalThis as { strandTestServices?: Promise<Services> }
  shared.strandTestServices ??= startAll()
  const services = await shared.strandTestServices
  services.users++
  project.provide('databaseUrl', services.postgres.url)
  project.provide('testRun', services.testRun)
  project.provide('redisUrl', services.redis.url)
  project.provide('eventStoreUrl', services.eventStore.url)
  return async () => {
    services.users--
    if (services.users > 0) return
    await Promise.all([services.postgres.stop(), services.redis.stop(), services.eventStore.stop()])
  }
}

const startAll = async (): Promise<Services> => {
  const testRun = randomBytes(6).toString('hex')
  const docker = await dockerAnswers()
  const [postgres, redis, eventStore, browser] = await Promise.all([
    startPostgres(testRun).then(withRoles),
    startRedis(),
    startEventStore(docker),
    findBrowser().then(({ what }) => what),
  ])
  const nginx = findNginx()
  const go = findGo()
  process.stdout.write(
    [
      '',
      '  The real services of this run',
      `    Postgres      ${postgres.what}`,
      `    Redis         ${redis.what}`,
      `    EventStoreDB  ${eventStore.what}`,
      `    SMTP          the smtp-server package`,
      `    nginx         ${nginx ? `of this machine (${nginx})` : 'none: there is none here'}`,
      `    promtool      ${hasPromtool() ? 'of this machine' : 'none: there is none here'}`,
      `    Go            ${go ? 'of this machine' : 'none: it or golang-golang-x-mod-dev is missing'}`,
      `    Browser       ${browser}`,
      `    Random data   TEST_SEED=${process.env.TEST_SEED} repeats it`,
      '',
      '',
    ].join('\n'),
  )
  return { postgres, redis, eventStore, testRun, users: 0 }
}

export const startPostgres = async (testRun: string): Promise<Service> => {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    const stop = () => dropTemplates(given, testRun)
    return { url: given, what: 'the one TEST_DATABASE_URL names', stop }
  }
  // In memory where possible, because a run creates more than a thousand databases of some hundred
  // files each.
  const parent = (await memoryFolder()) ?? tmpdir()
  const folder = await mkdtemp(path.join(parent, 'strand-test-'))
  await chmod(folder, 0o755)
  // Tests of durability start their own servers, so these tests need no fsync.
  const embedded = await startEmbeddedPostgres(path.join(folder, 'postgres'), {
    fsync: 'off',
    max_connections: '500',
  })
  await signInQuickly(embedded.url)
  const stop = async () => {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { url: embedded.url, what: 'embedded, from npm', stop }
}

const withRoles = async (postgres: Service): Promise<Service> => {
  await makeTestRoles(postgres.url)
  return postgres
}

const startRedis = async (): Promise<Service> => {
  const given = process.env.TEST_REDIS_URL
  if (given === 'none') return { url: '', what: 'none, as TEST_REDIS_URL says', stop: nothing }
  if (given) return { url: given, what: 'the one TEST_REDIS_URL names', stop: nothing }
  const port = await freePort()
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const started = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false))
    child.once('exit', () => resolve(false))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('Ready to accept connections')) resolve(true)
    })
  })
  if (!started) return { url: '', what: 'none: there is no redis-server here', stop: nothing }
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.kill()
    })
  return { url: `redis://127.0.0.1:${port}`, what: 'redis-server of this machine', stop }
}

const fakeServer = "a fake gRPC server of the client's own stubs"

const startEventStore = async (docker: boolean): Promise<Service> => {
  const given = process.env.TEST_EVENTSTORE_URL
  if (given) return { url: given, what: 'the one TEST_EVENTSTORE_URL names', stop: nothing }
  if (!docker)
    return {
      url: '',
      what: `${fakeServer}: there is no Docker here, and TEST_EVENTSTORE_URL is not set`,
      stop: nothing,
    }
  const { GenericContainer, Wait } = await import('testcontainers')
  const compose = await readFile(new URL('../docker-compose.yml', import.meta.url), 'utf8')
  const starting = new GenericContainer(parse(compose, { merge: true }).services.eventstore.image)
    .withCommand(['--insecure', '--mem-db', '--run-projections=None'])
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
    .start()
  try {
    const container = await starting
    return {
      url: `esdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`,
      what: 'a container (testcontainers)',
      stop: async () => {
        await container.stop()
      },
    }
  } catch (error) {
    // Without the engine's image, the other tests still run.
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error)
    return {
      url: '',
      what: `${fakeServer}: Docker cannot run its container (${why})`,
      stop: nothing,
    }
  }
}

/** Whether a Docker engine answers on its socket within half a second. */
const dockerAnswers = (): Promise<boolean> => {
  const host = process.env.DOCKER_HOST
  const target = host?.startsWith('tcp://')
    ? { host: new URL(host).hostname, port: new URL(host).port }
    : { socketPath: host?.replace(/^unix:\/\//, '') ?? '/var/run/docker.sock' }
  return new Promise((resolve) => {
    const request = get({ ...target, path: '/_ping', timeout: 500 }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })
}
