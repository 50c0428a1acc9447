import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { freePort, startEmbeddedPostgres } from '@strand/platform/postgres/embedded'
import { compiled } from '@strand/platform/testing/compiled'
import { eventually } from '@strand/platform/testing/eventually'
import { startProxy } from '@strand/platform/testing/proxy'
import { expect, onTestFinished, test } from 'vitest'

const password = 'Tide-under-7-moons'

/** Starts command-api in a process of its own, as Compose does. */
const startProcess = (environment: Record<string, string>) => {
  const server = fileURLToPath(new URL('./server.ts', import.meta.url))
  const child = spawn(process.execPath, [server], { env: { ...compiled, ...environment } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, ended, output: () => output }
}

test('a bad setting stops the start with a one-sentence message that reveals no value', async () => {
  const { ended, output } = startProcess({
    DATABASE_URL: 'mysql://user:hidden@localhost/x',
    PUBLIC_URL: 'https://shop.example',
    EVENT_STORE_URL: 'postgres://localhost/x',
    FILES_URL: 'file:///tmp/x',
    TOKEN_SECRET: 'too short',
    PERSONAL_DATA_KEY: randomBytes(32).toString('base64'),
    BANK_LINE_KEY: randomBytes(32).toString('base64'),
    LOG_WRITER_KEY: randomBytes(32).toString('base64'),
  })
  expect(await ended).toBe(1)
  expect(output()).toBe(
    'Bad settings. DATABASE_URL: expected a URL that begins with postgres: or postgresql:; TOKEN_SECRET: expected 32 random bytes in base64 or hex.\n',
  )
})

test('the service waits for its database, survives its outage, and shuts down properly', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-command-api-'))
  const postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'))
  onTestFinished(async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const proxy = await startProxy(postgres.url)
  await proxy.away()
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const { child, ended, output } = startProcess({
    PORT: String(port),
    DATABASE_URL: proxy.url,
    EVENT_STORE_URL: proxy.url,
    FILES_URL: pathToFileURL(`${folder}/files/`).href,
    PUBLIC_URL: 'https://shop.example',
    TOKEN_SECRET: randomBytes(32).toString('base64'),
    PERSONAL_DATA_KEY: randomBytes(32).toString('base64'),
    BANK_LINE_KEY: randomBytes(32).toString('base64'),
    LOG_WRITER_KEY: randomBytes(32).toString('base64'),
    SUPERADMIN_EMAIL: 'ada@shop.example',
    SUPERADMIN_PASSWORD: password,
  })
  await eventually(
    () => output(),
    (value) => value.includes('the start waits for it'),
  )
  await proxy.back()
  const status = async (url: string) =>
    fetch(`${address}${url}`).then(
      (answer) => answer.status,
      () => 0,
    )
  await eventually(() => status('/readyz'), 200)
  const signIn = () =>
    fetch(`${address}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'ada@shop.example', password }),
    })
  const signedIn = await signIn()
  expect(signedIn.status).toBe(200)
  expect(signedIn.headers.get('strict-transport-security')).toContain('max-age')

  await proxy.cut()
  expect(await status('/healthz')).toBe(200)
  expect(await status('/readyz')).toBe(503)
  const refused = await signIn()
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).not.toBeNull()
  await proxy.back()
  await eventually(async () => (await signIn()).status, 200)
  expect(await status('/readyz')).toBe(200)

  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  for (const secret of [password, 'ada@shop.example']) expect(output()).not.toContain(secret)
})
