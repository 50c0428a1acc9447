import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@strand/platform/embedded-postgres'
import { eventually } from '@strand/platform/testing'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))

const temporaryFolder = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-main-'))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** `npm start`, as its process; `printed` is what a person has read so far. */
const start = (settings: Record<string, string>) => {
  const child = spawn(process.execPath, ['tools/node24.mjs', 'all-in-one/main.ts'], {
    cwd: root,
    env: settings,
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGINT')
    await ended
  })
  return {
    printed: () => printed,
    ended,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** The address it prints once it is open; throws with what it printed when it ends before. */
    open: async () => {
      const address = () => /Customers +(\S+)/.exec(printed)?.[1]
      await Promise.race([
        eventually(() => address() !== undefined),
        ended.then(() => {
          throw new Error(printed)
        }),
      ])
      return address() as string
    },
  }
}

const passwordIn = (printed: string) => /password (\S+) \(shown once/.exec(printed)?.[1]

const signIn = async (address: string, password: string) => {
  const answer = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'owner@strand.example', password }),
  })
  return answer.status
}

test('a shop starts from nothing, keeps everything through kill -9, and stops cleanly', async () => {
  const folder = await temporaryFolder()
  const settings = { DATA_DIR: path.join(folder, 'data'), PORT: String(await freePort()) }
  const first = start(settings)
  const address = await first.open()
  const password = passwordIn(first.printed()) ?? ''
  expect(first.printed()).toContain('owner@strand.example')
  expect(first.printed()).toMatch(/Mail +written to .*mail/)
  expect(await signIn(address, password)).toBe(200)
  expect((await fetch(`${address}/`)).status).toBe(200)
  expect(((await readFile(path.join(settings.DATA_DIR, 'token-secret'))).length ?? 0) > 0).toBe(
    true,
  )

  // Another start on the same folder must not touch the shop that is at work there.
  const other = start({ ...settings, PORT: String(await freePort()) })
  expect(await other.ended).toBe(1)
  expect(other.printed()).toContain('A shop is already running on')
  expect(await signIn(address, password)).toBe(200)

  first.kill('SIGKILL')
  await first.ended
  const second = start(settings)
  expect(await signIn(await second.open(), password)).toBe(200)
  expect(passwordIn(second.printed())).toBeUndefined()
  second.kill('SIGINT')
  expect(await second.ended).toBe(0)
  await expect(fetch(address)).rejects.toThrow()
  // Its Postgres went with it: nothing holds the folder any more.
  await expect(readFile(path.join(settings.DATA_DIR, 'postgres/postmaster.pid'))).rejects.toThrow()
})

test('a taken port gets one clear sentence', async () => {
  const folder = await temporaryFolder()
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as { port: number }
  const shop = start({ DATA_DIR: path.join(folder, 'data'), PORT: String(port) })
  expect(await shop.ended).toBe(1)
  expect(shop.printed()).toContain(`Port ${port} is taken: stop what listens there, or set PORT`)
  expect(shop.printed()).not.toMatch(/^ +at /m)
})

test('a data folder that cannot be written gets one clear sentence', async () => {
  const folder = await temporaryFolder()
  const file = path.join(folder, 'a-file')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, '')
  const shop = start({ DATA_DIR: path.join(file, 'data'), PORT: '0' })
  expect(await shop.ended).toBe(1)
  expect(shop.printed()).toMatch(/The data folder .* cannot be written to \(E\w+\): set DATA_DIR/)
})

test('a bad setting is named, and a database of its own needs secrets of its own', async () => {
  const bad = start({ PORT: 'eighty', RATE_LIMITS: 'maybe' })
  expect(await bad.ended).toBe(1)
  expect(bad.printed()).toContain(
    "PORT: expected a port number; RATE_LIMITS: expected 'on' or 'off'",
  )
  const folder = await temporaryFolder()
  const keyless = start({ DATA_DIR: folder, DATABASE_URL: 'postgres://127.0.0.1:1/x' })
  expect(await keyless.ended).toBe(1)
  expect(keyless.printed()).toContain('needs TOKEN_SECRET and PERSONAL_DATA_KEY')
})
