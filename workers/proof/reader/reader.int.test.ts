import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { eventually } from '@strand/platform/testing/eventually'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pdfOf, receiptPicture, receiptSays, strangeProofs } from '../../testing/receipt.ts'
import { openReader, ReaderEnded } from './reader.ts'

const openTestReader = (options: Parameters<typeof openReader>[0] = {}) => {
  const reader = openReader(options)
  onTestFinished(reader.stop)
  return reader
}

const receipt = async () => ({ type: 'image/jpeg' as const, bytes: await receiptPicture() })

/** Throws, in the process and its threads, at whatever asks for a name or a connection. */
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

test('a picture and a PDF are read, and nothing is asked of the network', async () => {
  const reader = openTestReader({ execArgv: ['--import', noNetwork] })
  expect(await reader.read(await receipt())).toEqual(receiptSays)
  const bytes = pdfOf(['Amount: NGN 85,500.00', 'Date: 12/11/2026', 'Reference: TRF-1234567890'])
  expect(await reader.read({ type: 'application/pdf', bytes })).toMatchObject({
    amountKobo: 8_550_000,
    date: '2026-11-12',
    reference: 'TRF-1234567890',
  })
})

test('the guard of the test before lets nothing through', async () => {
  const asks = `data:text/javascript,${encodeURIComponent(`fetch('http://127.0.0.1:1/')`)}`
  const reader = openTestReader({ execArgv: ['--import', noNetwork, '--import', asks] })
  await expect(reader.read(await receipt())).rejects.toThrow(ReaderEnded)
})

test('what is no receipt of an app is read as well, and no balance is taken for the amount', async () => {
  const reader = openTestReader()
  for (const { what, file, says } of strangeProofs)
    expect(await reader.read({ type: 'image/png', bytes: readFileSync(file) }), what).toEqual(says)
})

/** The header of a PNG, and nothing that it promises. */
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

test('what cannot be read is null, and the process goes on', async () => {
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
  for (const bytes of pictures) expect(await reader.read({ type: 'image/png', bytes })).toBeNull()
  const half = whole.subarray(0, whole.length / 2)
  expect(await reader.read({ type: 'image/jpeg', bytes: half })).toBeNull()
  for (const bytes of [Buffer.from('%PDF-1.4'), randomBytes(2_000), pdfOf([])])
    expect(await reader.read({ type: 'application/pdf', bytes })).toBeNull()
  const { pid } = reader
  const before = pid()
  expect(await reader.read(await receipt())).toEqual(receiptSays)
  expect(pid()).toBe(before)
})

test('a process that is killed, takes too long or too much ends one reading, and the next has another', async () => {
  const killed = openTestReader()
  const reading = killed.read(await receipt())
  const pid = killed.pid()
  if (!pid) throw new Error('no process reads')
  process.kill(pid, 'SIGKILL')
  await expect(reading).rejects.toThrow('it ended with SIGKILL')
  expect(await killed.read(await receipt())).toEqual(receiptSays)
  await expect(openTestReader({ seconds: 0.01 }).read(await receipt())).rejects.toThrow(
    'it took over 0.01 s',
  )
})

test.skipIf(!existsSync('/proc/self/status'))(
  'the process is watched: it stays below its memory, behind all others, and is replaced',
  async () => {
    await expect(openTestReader({ megabytes: 40 }).read(await receipt())).rejects.toThrow(/MB$/)
    const reader = openTestReader({ pages: 2 })
    await reader.read(await receipt())
    const pid = reader.pid()
    const memory = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    expect(Number(memory?.[1])).toBeLessThan(300 * 1_024)
    const niceness = readdirSync(`/proc/${pid}/task`).map((thread) => {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
      // The 19th field; the second one, in brackets, may hold spaces.
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]
    })
    expect(new Set(niceness)).toEqual(new Set(['19']))
    await reader.read(await receipt())
    expect(reader.pid()).toBeUndefined()
    await reader.read(await receipt())
    expect(reader.pid()).not.toBe(pid)
    reader.stop()
    await eventually(() => existsSync(`/proc/${pid}`), false)
  },
)

test('it has no secret of this process and may write no file', async () => {
  const spying = `data:text/javascript,${encodeURIComponent(`
    import { writeFileSync } from 'node:fs'
    let written = true
    try { writeFileSync('/tmp/strand-reader-wrote', 'x') } catch { written = false }
    if (written || process.env.STRAND_TEST_SECRET || process.env.PATH) process.exit(3)
  `)}`
  vi.stubEnv('STRAND_TEST_SECRET', 'secret')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await openTestReader({ execArgv: ['--import', spying] }).read(await receipt())).toEqual(
    receiptSays,
  )
})
