import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { findBinaries, startEmbeddedPostgres } from './embedded.ts'
import { postgresUser } from './embedded-user.ts'

const temporaryFolder = async (mode = 0o755) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-postgres-'))
  await chmod(folder, mode)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const ask = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('a second start on the same folder keeps what the first wrote', async () => {
  const folder = path.join(await temporaryFolder(), 'data')
  const first = await startEmbeddedPostgres(folder)
  await ask(first.url, 'create table kept as select 42 as number')
  await first.stop()
  const second = await startEmbeddedPostgres(folder)
  onTestFinished(second.stop)
  expect(await ask(second.url, 'select number from kept')).toEqual([{ number: 42 }])
})

test('a server that a killed process left behind is taken over with its data', async () => {
  const folder = path.join(await temporaryFolder(), 'data')
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
    const { url } = await startEmbeddedPostgres(${JSON.stringify(folder)})
    process.stdout.write(url)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve) =>
    child.stdout.once('data', (text) => resolve(String(text))),
  )
  await ask(url, 'create table kept as select 42 as number')
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('exit', resolve))

  const next = await startEmbeddedPostgres(folder)
  expect(next.url).toBe(url)
  expect(await ask(next.url, 'select number from kept')).toEqual([{ number: 42 }])
  await next.stop()
  await expect(ask(url, 'select 1')).rejects.toThrow()
})

test('a half-created folder is created again', async () => {
  const parent = await temporaryFolder()
  const folder = path.join(parent, 'data')
  await mkdir(`${folder}.tmp`)
  await writeFile(path.join(`${folder}.tmp`, 'PG_VERSION'), '18')
  const postgres = await startEmbeddedPostgres(folder)
  onTestFinished(postgres.stop)
  expect(await ask(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a pid that now belongs to another program does not stop the start', async () => {
  const folder = path.join(await temporaryFolder(), 'data')
  const first = await startEmbeddedPostgres(folder)
  const pidFile = path.join(folder, 'postmaster.pid')
  const lines = await readFile(pidFile, 'utf8')
  await first.stop()
  await writeFile(pidFile, lines.replace(/^\d+/, String(process.pid)))
  await chmod(pidFile, 0o644)
  const second = await startEmbeddedPostgres(folder)
  onTestFinished(second.stop)
  expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

// The pid belongs to another program here, so only the lock reveals the server in the other
// container.
test.runIf(process.platform === 'linux')(
  'a folder whose server runs in another container is left alone, with one sentence',
  async () => {
    const parent = await temporaryFolder()
    const folder = path.join(parent, 'data')
    const first = await startEmbeddedPostgres(folder)
    const pidFile = path.join(folder, 'postmaster.pid')
    const lines = (await readFile(pidFile, 'utf8')).replace(/^\d+/, String(process.pid))
    await first.stop()
    await writeFile(pidFile, lines)
    await chmod(pidFile, 0o644)
    const other = spawn('flock', ['--no-fork', folder, 'sh', '-c', 'echo held; exec sleep 600'])
    onTestFinished(() => void other.kill('SIGKILL'))
    await once(other.stdout, 'data')
    await expect(startEmbeddedPostgres(folder)).rejects.toThrow(
      `A shop in another container is already running on ${parent}: stop it first`,
    )
    expect(await readFile(pidFile, 'utf8')).toBe(lines)
    other.kill('SIGKILL')
    await once(other, 'exit')
    const second = await startEmbeddedPostgres(folder)
    onTestFinished(second.stop)
    expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test.runIf(process.getuid?.() === 0)(
  'root can have the server’s programs in a folder that nobody else may enter',
  async () => {
    const program = path.join(await temporaryFolder(0o700), 'program')
    await writeFile(program, '#!/bin/sh\nid -u\n', { mode: 0o755 })
    const { prefix, uid } = await postgresUser([program])
    const [command = '', ...rest] = prefix
    // Looks for the program as initdb looks for postgres, and runs it in the same way.
    await promisify(execFile)(command, [...rest, 'test', '-x', program])
    const { stdout } = await promisify(execFile)(command, [...rest, program])
    expect(Number(stdout)).toBe(uid)
  },
)

test.runIf(process.getuid?.() === 0)(
  'root can keep its data in a folder that nobody else may enter',
  async () => {
    const folder = path.join(await temporaryFolder(0o700), 'data')
    const postgres = await startEmbeddedPostgres(folder)
    onTestFinished(postgres.stop)
    const [user] = await ask(postgres.url, `select current_setting('data_directory') as folder`)
    expect(user.folder).toBe(folder)
  },
)

test.each([
  ['linux-riscv64', 'install PostgreSQL 18, create an empty database, and set DATABASE_URL to it'],
  // Every machine lacks one of these two packages.
  [process.platform === 'darwin' ? 'linux-arm64' : 'darwin-arm64', 'run npm ci'],
  [process.platform === 'win32' ? 'linux-x64' : 'windows-x64', 'run npm ci'],
])('without the package for %s, the error says what to do', async (machine, advice) => {
  await expect(findBinaries(machine)).rejects.toThrow(advice)
})
