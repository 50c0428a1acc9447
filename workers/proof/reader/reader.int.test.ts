import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { eventually } from '@strand/platform/testing/eventually'
import { someOf } from '@strand/platform/testing/random'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  nestedPdf,
  pdfOf,
  receiptPicture,
  receiptSays,
  strangeProofs,
} from '../../testing/receipt.ts'
import { hasNoNetwork } from './confinement.ts'
import { openReader, ReaderEnded } from './reader.ts'

const openTestReader = (options: Parameters<typeof openReader>[0] = {}) => {
  const reader = openReader(options)
  onTestFinished(reader.stop)
  return reader
}

/** In CPU seconds: more than any test needs. */
const enough = 60

const receipt = async () => ({ type: 'image/jpeg' as const, bytes: await receiptPicture() })
/**
 * This file takes a tenth of a picture's time, for tests of the process rather than of the fields.
 */
const slip = {
  type: 'application/pdf' as const,
  bytes: pdfOf(['Amount: NGN 85,500.00', 'Date: 12/11/2026', 'Reference: TRF-1234567890']),
}
const slipSays = { amountKobo: 8_550_000, date: '2026-11-12', reference: 'TRF-1234567890' }

/** Makes every DNS lookup and every connection throw, in the process and its threads. */
const noNetwork = `data:text/javascript,${encodeURIComponent(`
  import net from 'node:net'
  import dns from 'node:dns'
  import { syncBuiltinESMExports } from 'node:module'
  const refuse = () => process.kill(process.pid, 'SIGKILL')
  net.Socket.prototype.connect = refuse
  dns.lookup = refuse
  globalThis.fetch = refuse
  syncBuiltinESMExports()
`)}`

test('a picture and a PDF are read without using the network', async () => {
  const reader = openTestReader({ execArgv: ['--import', noNetwork] })
  expect(await reader.read(await receipt(), enough)).toEqual(receiptSays)
  expect(await reader.read(slip, enough)).toMatchObject(slipSays)
})

test('the previous test’s guard lets nothing through', async () => {
  const asks = `data:text/javascript,${encodeURIComponent(`fetch('http://127.0.0.1:1/')`)}`
  const reader = openTestReader({ execArgv: ['--import', noNetwork, '--import', asks] })
  await expect(reader.read(slip, enough)).rejects.toThrow(ReaderEnded)
})

test('other proofs than an app’s receipts are read as well, and balances are not taken for the amount', async () => {
  const reader = openTestReader()
  for (const { what, file, says } of someOf(strangeProofs, 2))
    expect(
      await reader.read({ type: 'image/png', bytes: readFileSync(file) }, enough),
      what,
    ).toEqual(says)
})

/** A PNG header that promises a picture of this size, without any contents. */
const promising = (width: number, height: number): Buffer => {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  const header = chunk('IHDR', Buffer.concat([size, Buffer.from([8, 6, 0, 0, 0])]))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    header,
    chunk('IDAT', Buffer.alloc(64)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('an unreadable file gives null, and the process keeps running', async () => {
  const reader = openTestReader()
  const blank = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const whole = await receiptPicture()
  const pictures = [
    promising(50_000, 50_000),
    promising(0, 0),
    blank,
    Buffer.alloc(0),
    randomBytes(2_000),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  ]
  for (const bytes of pictures)
    expect(await reader.read({ type: 'image/png', bytes }, enough)).toBeNull()
  const half = whole.subarray(0, whole.length / 2)
  expect(await reader.read({ type: 'image/jpeg', bytes: half }, enough)).toBeNull()
  for (const bytes of [Buffer.from('%PDF-1.4'), randomBytes(2_000), pdfOf([])])
    expect(await reader.read({ type: 'application/pdf', bytes }, enough)).toBeNull()
  const { pid } = reader
  const before = pid()
  expect(await reader.read(await receipt(), enough)).toEqual(receiptSays)
  expect(pid()).toBe(before)
})

test('a process that is killed or hangs ends one reading, and the next reading gets a new process', async () => {
  const killed = openTestReader()
  const reading = killed.read(slip, enough)
  reading.catch(() => {})
  await eventually(() => killed.pid() !== undefined, true)
  process.kill(Number(killed.pid()), 'SIGKILL')
  await expect(reading).rejects.toThrow('it ended with SIGKILL')
  expect(await killed.read(slip, enough)).toMatchObject(slipSays)
  const standing = openTestReader({ seconds: 0.5 })
  const stood = standing.read(slip, enough)
  stood.catch(() => {})
  await eventually(() => standing.pid() !== undefined, true)
  process.kill(Number(standing.pid()), 'SIGSTOP')
  await expect(stood).rejects.toThrow('it did nothing for over 0.5 s')
})

test.skipIf(!existsSync('/proc/self/status'))(
  'the process is watched: it stays within its memory limit and lowest priority, and is replaced',
  async () => {
    await expect(openTestReader({ megabytes: 40 }).read(slip, enough)).rejects.toThrow(/MB$/)
    const reader = openTestReader({ pages: 2 })
    await reader.read(await receipt(), enough)
    const pid = reader.pid()
    const memory = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    expect(Number(memory?.[1])).toBeLessThan(300 * 1_024)
    const niceness = readdirSync(`/proc/${pid}/task`).map((thread) => {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
      // The 19th field of the file is the nice value. The second, in brackets, may contain spaces.
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]
    })
    expect(new Set(niceness)).toEqual(new Set(['19']))
    await reader.read(slip, enough)
    expect(reader.pid()).toBeUndefined()
    await reader.read(slip, enough)
    expect(reader.pid()).not.toBe(pid)
    reader.stop()
    await eventually(() => existsSync(`/proc/${pid}`), false)
  },
)

/**
 * A module that makes these attempts in the process and in its threads, and exits if one succeeds.
 */
const spying = (tries: string) =>
  `data:text/javascript,${encodeURIComponent(`
    import childProcess from 'node:child_process'
    import dgram from 'node:dgram'
    import dns from 'node:dns'
    import fs from 'node:fs'
    import net from 'node:net'
    import threads from 'node:worker_threads'
    const end = process.reallyExit.bind(process)
    const attempt = (what, succeed) => {
      try {
        succeed()
      } catch {
        return
      }
      end(what)
    }
    ${tries}
  `)}`

/**
 * Reads a receipt during the attempts. If one succeeds, the reader exits with that attempt's
 * number.
 */
const readWhile = async (tries: string) =>
  openTestReader({ execArgv: ['--import', spying(tries)] }).read(await receipt(), enough)

test('it cannot read keys or other files of the shop or machine, cannot write, and has no secrets', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-reader-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const secret of ['personal-data-key', 'token-secret'])
    await writeFile(path.join(folder, secret), 'secret')
  vi.stubEnv('STRAND_TEST_SECRET', 'secret')
  onTestFinished(() => void vi.unstubAllEnvs())
  const root = path.join(import.meta.dirname, '../../..')
  const others = [
    path.join(folder, 'personal-data-key'),
    path.join(folder, 'token-secret'),
    '/etc/shadow',
    '/etc/passwd',
    '/proc/self/environ',
    `/proc/${process.pid}/environ`,
    path.join(root, 'README.md'),
    path.join(root, 'workers/main.ts'),
    path.join(root, 'event-sourcing/log.ts'),
    path.join(root, 'node_modules/@strand/event-sourcing/log.ts'),
    path.join(root, 'node_modules/fastify/package.json'),
  ]
  const tries = `
    for (const file of ${JSON.stringify(others)}) attempt(3, () => fs.readFileSync(file))
    attempt(4, () => fs.readdirSync(${JSON.stringify(folder)}))
    attempt(5, () => fs.writeFileSync(${JSON.stringify(path.join(folder, 'new'))}, ''))
    attempt(6, () => fs.writeFileSync(${JSON.stringify(import.meta.filename)}, '', { flag: 'a' }))
    if (process.env.STRAND_TEST_SECRET || process.env.PATH) end(7)`
  expect(await readWhile(tries)).toEqual(receiptSays)
})

test('it cannot start programs, send signals or open connections', async () => {
  const connections: net.Socket[] = []
  const connected = (socket: net.Socket) => connections.push(socket)
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-reader-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const socket = path.join(folder, 'socket')
  const [tcp, unix] = [net.createServer(connected), net.createServer(connected)]
  tcp.listen(0, '127.0.0.1')
  unix.listen(socket)
  onTestFinished(() => void [tcp, unix].map((server) => server.close()))
  await Promise.all([tcp, unix].map((server) => server.listening || once(server, 'listening')))
  const { port } = tcp.address() as net.AddressInfo
  const tries = `
    attempt(3, () => childProcess.execFileSync('true'))
    attempt(4, () => childProcess.spawn('true'))
    attempt(5, () => process.binding('tcp_wrap'))
    // Node's own way to connect, saved before it was disabled: the kernel refuses it.
    const { connect } = net.Socket.prototype
    if (${await hasNoNetwork()})
      connect.call(new net.Socket(), ${port}, '127.0.0.1').on('error', () => {}).on('connect', () => end(6))
    setImmediate(() => {
      attempt(7, () => net.connect(${port}, '127.0.0.1'))
      attempt(8, () => new net.Socket().connect(${JSON.stringify(socket)}))
      attempt(9, () => net.createServer().listen(0))
      attempt(10, () => dgram.createSocket('udp4'))
      attempt(11, () => dns.lookup('localhost', () => {}))
      attempt(12, () => process.kill(process.ppid, 0))
      attempt(13, () => fetch('http://127.0.0.1:${port}/'))
    })`
  expect(await readWhile(tries)).toEqual(receiptSays)
  expect(connections).toEqual([])
})

test('a file that uses up its CPU time ends the process, however busy the machine is', async () => {
  const reader = openTestReader()
  const reading = reader.read({ type: 'application/pdf', bytes: nestedPdf() }, 1)
  await expect(reading).rejects.toMatchObject({
    message: 'it took over 1 s of processor time',
    tookTooMuch: true,
  })
  expect(await reader.read(slip, enough)).toMatchObject(slipSays)
})

test.skipIf(!existsSync('/proc/self/status'))(
  'waiting for a CPU does not count as idle, and the cost is the CPU time used',
  async () => {
    // A check that falls between the work of two threads may find the process idle.
    const reader = openTestReader({ seconds: 1 })
    const charged: number[] = []
    const reading = reader.read({ type: 'application/pdf', bytes: nestedPdf() }, 1.5, (ms) =>
      charged.push(ms),
    )
    await expect(reading).rejects.toMatchObject({ tookTooMuch: true })
    expect(charged).toEqual([expect.any(Number)])
    expect(charged[0]).toBeGreaterThan(1_500)
  },
)

test('once stopped, it reads nothing more, whether it was paused or not', async () => {
  const reader = openTestReader()
  reader.pause()
  const reading = reader.read(slip, enough)
  reader.stop()
  await expect(reading).rejects.toThrow(ReaderEnded)
  await expect(reader.read(slip, enough)).rejects.toThrow('it was stopped')
})

test.skipIf(!existsSync('/proc/self/status'))(
  'while paused, it does nothing and its time does not count; resumed, it continues',
  async () => {
    const reader = openTestReader({ seconds: 60 })
    reader.pause()
    const reading = reader.read(slip, enough)
    const stateOf = () =>
      /^State:\s+(\w)/m.exec(readFileSync(`/proc/${reader.pid()}/status`, 'utf8'))
    await eventually(() => reader.pid() !== undefined && stateOf()?.[1], 'T')
    reader.resume()
    expect(await reading).toMatchObject(slipSays)
  },
)
