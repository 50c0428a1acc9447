import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findOutage } from '@strand/platform/jobs/outage'
import { freePort, startEmbeddedPostgres } from '@strand/platform/postgres/embedded'
import { compiled } from '@strand/platform/testing/compiled'
import { eventually } from '@strand/platform/testing/eventually'
import { startProxy } from '@strand/platform/testing/proxy'
import { expect, onTestFinished, test } from 'vitest'
import { startSmtpServer } from './testing/smtp-server.ts'
import { customer, masterKey, openTestShop, tokenSecret } from './testing/test-shop.ts'

type Ready = { status: string }

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

/** Runs the service as compose does: with these settings and no others. */
const run = (settings: Record<string, string>): ChildProcess & { said: () => string } => {
  const child = spawn(process.execPath, [main], {
    env: { ...compiled, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  return Object.assign(child, { said: () => said })
}

test('a missing setting stops the start with one sentence that names it', async () => {
  const child = run({ DATABASE_URL: 'postgres://localhost/shop' })
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
  expect(child.said()).toContain('MAIL_URL')
  expect(child.said().trim().split('\n')).toHaveLength(1)
})

/**
 * A Postgres server of its own, because the service refuses a server that can lose acknowledged
 * writes.
 */
const ownPostgres = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-workers-'))
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'))
  onTestFinished(async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return { folder, url: postgres.url }
}

const settings = (url: string, port: number, mailUrl: string) => ({
  DATABASE_URL: url,
  EVENT_STORE_URL: url,
  QUEUE_URL: url,
  MAIL_URL: mailUrl,
  PUBLIC_URL: 'https://shop.example/',
  TOKEN_SECRET: tokenSecret[0].toString('base64'),
  PERSONAL_DATA_KEY: masterKey[0].toString('hex'),
  READ_PROOFS: 'off',
  PORT: String(port),
})

test('the service waits for Postgres, sends mail, says when it is ready, and stops when told to', async () => {
  const postgres = await ownPostgres()
  const proxy = await startProxy(postgres.url)
  await proxy.away()
  const port = await freePort()
  const mail = path.join(postgres.folder, 'mail')
  const child = run(settings(proxy.url, port, pathToFileURL(mail).href))
  const ask = async (page: string) =>
    (await fetch(`http://127.0.0.1:${port}/${page}`).catch(() => null))?.status ?? null
  await eventually(child.said, (text) => text.includes('the start waits for it'))
  expect(child.exitCode).toBeNull()
  await proxy.back()
  await eventually(() => ask('readyz'), 200)
  expect(await ask('healthz')).toBe(200)

  const shop = await openTestShop({ url: postgres.url })
  await shop.placeOrder()
  await eventually(
    () => readdir(mail),
    (value) => value.some((name) => name.endsWith('.eml')),
  )

  await proxy.away()
  await eventually(() => ask('readyz'), 503)
  await proxy.back()
  await eventually(() => ask('readyz'), 200)
  child.kill('SIGTERM')
  const [code, signal] = await once(child, 'exit')
  expect({ code, signal }).toEqual({ code: 0, signal: null })
})

test('if only the mail server is down, refusing or silent, the service is degraded but not down', async () => {
  const { url } = await ownPostgres()
  const smtp = await startSmtpServer()
  const proxy = await startProxy(smtp.url)
  await proxy.away()
  const port = await freePort()
  run(settings(url, port, proxy.url))
  const readiness = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    return answer && { status: answer.status, said: ((await answer.json()) as Ready).status }
  }
  const degraded = { status: 200, said: 'degraded' }
  await eventually(readiness, degraded)
  const shop = await openTestShop({ url })
  for (let nth = 0; nth < 8; nth++) await shop.placeOrder(customer(nth))
  await eventually(() => findOutage(shop.pool, 'mail'))
  for (let nth = 0; nth < 3; nth++) expect(await readiness()).toEqual(degraded)
  proxy.fallSilent()
  await proxy.back()
  for (let nth = 0; nth < 3; nth++) expect(await readiness()).toEqual(degraded)
})
