import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sampleLocations, sampleProducts } from '@strand/all-in-one/demo/catalogue'
import { formFor } from '@strand/command-api/testing/test-shop'
import { freePort } from '@strand/platform/postgres/embedded'
import { eventually } from '@strand/platform/testing/eventually'
import { expect, onTestFinished, test } from 'vitest'
import { passwordIn, signIn, startShopProcess, temporaryFolder } from '../testing/shop-process.ts'

/** The printed password is for the first sign-in only. */
const changePassword = async (address: string, oldPassword: string): Promise<string> => {
  const password = 'Tide-under-7-moons'
  const form = { email: 'owner@strand.example', oldPassword, password, confirmPassword: password }
  const answer = await fetch(`${address}/api/change-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(form),
  })
  expect(answer.status).toBe(200)
  return password
}

/**
 * Creates a product and a location, uploads a proof, and places an order, through the shop's API.
 */
const placeOrder = async (address: string, password: string): Promise<string> => {
  let token = ''
  let position = '0'
  // biome-ignore lint/suspicious/noExplicitAny: answers of many calls, each read for one field
  const call = async (method: string, url: string, body?: object): Promise<any> => {
    const answer = await fetch(`${address}${url}`, {
      method,
      headers: {
        'x-min-position': position,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    position = answer.headers.get('x-position') ?? position
    const said = await answer.text()
    expect([url, answer.ok], said).toEqual([url, true])
    return JSON.parse(said)
  }
  token = (await call('POST', '/api/login', { email: 'owner@strand.example', password }))
    .accessToken
  await call('POST', '/api/admin/create-product', sampleProducts[0])
  await call('POST', '/api/admin/create-delivery-location', sampleLocations[0])
  const [product] = (await call('GET', '/api/admin/products')).result.data
  const [location] = (await call('GET', '/api/admin/delivery-location')).result.data
  const line = { productid: product.productid, productname: product.productname }
  const base64Image = Buffer.from('%PDF-1.7').toString('base64')
  const { orderId } = await call('POST', '/api/create-order', {
    ...formFor([]),
    products: [{ ...line, price: product.price, quantity: 1, amount: product.price }],
    files: [{ fileUid: '1', fileName: 'p.pdf', fileType: 'application/pdf', base64Image }],
    location: location.locationid,
    amount: product.price + location.price,
  })
  return orderId
}

test('a shop starts from nothing, keeps everything through kill -9 and crashes, and stops cleanly', async () => {
  const folder = await temporaryFolder()
  const settings = { DATA_DIR: path.join(folder, 'data'), PORT: String(await freePort()) }
  const first = startShopProcess(settings)
  const address = await first.open()
  const password = passwordIn(first.printed())
  expect(first.printed()).toContain('owner@strand.example')
  expect(first.printed()).toMatch(/Mail +written to .*mail/)
  expect(await signIn(address, password)).toBe(200)
  expect((await fetch(`${address}/`)).status).toBe(200)
  expect(((await readFile(path.join(settings.DATA_DIR, 'token-secret'))).length ?? 0) > 0).toBe(
    true,
  )
  const newPassword = await changePassword(address, password)
  const placed = await placeOrder(address, newPassword)
  const track = () => fetch(`${address}/api/orders/${placed}/track`).catch(() => null)

  // A second start on the same folder must not touch the running shop.
  const other = startShopProcess({ ...settings, PORT: String(await freePort()) })
  expect(await other.ended).toBe(1)
  expect(other.printed()).toContain('A shop is already running on')
  expect((await track())?.status).toBe(200)

  const postgres = await postgresOf(settings.DATA_DIR)
  first.kill('SIGKILL')
  await first.ended
  // On a busy machine, the shop's process may notice the end of its parent only after the next
  // start would have given up.
  await eventually(async () => (await clientsOf(postgres)).length, 0)
  const second = startShopProcess(settings)
  expect(await signIn(await second.open(), newPassword)).toBe(200)
  expect(passwordIn(second.printed())).toBe('')
  expect((await track())?.status).toBe(200)

  // If only the shop's own process is killed, its parent starts it again.
  const pid = await second.shopPid()
  process.kill(pid, 'SIGKILL')
  await eventually(
    () => second.printed(),
    (value) => value.includes('stopped unexpectedly (SIGKILL); starting it again'),
  )
  await eventually(async () => (await track())?.status, 200)
  expect(await second.shopPid()).not.toBe(pid)

  second.kill('SIGINT')
  expect(await second.ended, second.printed()).toBe(0)
  expect(second.printed().match(/starting it again/g)).toHaveLength(1)
  await expect(fetch(address)).rejects.toThrow()
  // The shop's Postgres has stopped with it, so nothing holds the folder any more.
  await expect(readFile(path.join(settings.DATA_DIR, 'postgres/postmaster.pid'))).rejects.toThrow()
})

test('neither a database that is slow to answer nor a taken port puts a stack trace into the startup text', async () => {
  const data = path.join(await temporaryFolder(), 'data')
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as { port: number }
  const shop = startShopProcess({ DATA_DIR: data, PORT: String(port) })
  await eventually(
    () => shop.printed(),
    (text) => text.includes('Opening the shop'),
  )
  const pid = await postgresOf(data)
  // Stops Postgres for longer than the shop waits to connect, as on a very busy machine.
  const processes = [pid, ...(await childrenOf(pid))]
  signal(processes, 'SIGSTOP')
  await sleep(6_500)
  signal(processes, 'SIGCONT')
  // Having opened the shop after all, it finds the port taken.
  expect(await shop.ended).toBe(1)
  expect(shop.printed()).toMatch(/Opening the shop … \d/)
  expect(shop.printed()).toContain(
    `Port ${port} is taken: stop the program that uses it, or set PORT`,
  )
  expect(shop.printed()).not.toMatch(/"stack"|^ +at |"level"/m)
})

/** Ignores processes that have just ended. */
const signal = (pids: number[], name: NodeJS.Signals) => {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}

const postgresOf = async (data: string) => {
  const [pid] = (await readFile(path.join(data, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}

const childrenOf = async (pid: number) =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number)

const clientsOf = async (postgres: number) => {
  const names = await Promise.all(
    (await childrenOf(postgres)).map((pid) =>
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    ),
  )
  return names.filter((name) => name.includes(' 127.0.0.1('))
}

test('an unwritable data folder is reported in one clear sentence', async () => {
  const folder = await temporaryFolder()
  const file = path.join(folder, 'a-file')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, '')
  const shop = startShopProcess({ DATA_DIR: path.join(file, 'data'), PORT: '0' })
  expect(await shop.ended).toBe(1)
  expect(shop.printed()).toMatch(/The data folder .* cannot be written to \(E\w+\): set DATA_DIR/)
})

test('a bad setting is named, and a shop with its own database must be given its secrets', async () => {
  const bad = startShopProcess({ PORT: 'eighty', RATE_LIMITS: 'maybe' })
  expect(await bad.ended).toBe(1)
  expect(bad.printed()).toContain(
    "PORT: expected a port number, 0 to 65535; RATE_LIMITS: expected 'on' or 'off'",
  )
  const folder = await temporaryFolder()
  const keyless = startShopProcess({ DATA_DIR: folder, DATABASE_URL: 'postgres://127.0.0.1:1/x' })
  expect(await keyless.ended).toBe(1)
  expect(keyless.printed()).toContain(
    'needs TOKEN_SECRET, PERSONAL_DATA_KEY, BANK_LINE_KEY, LOG_SIGNING_KEY and LOG_WRITER_KEY',
  )
})
