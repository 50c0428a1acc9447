import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compiled } from '@strand/platform/testing/compiled'
import { eventually } from '@strand/platform/testing/eventually'
import { expect, onTestFinished, test } from 'vitest'
import { nestedPdf, pdfOf, receiptPicture, receiptSays } from '../../testing/receipt.ts'
import { openReader, ReaderEnded } from './reader.ts'
import { serveReader } from './reader-server.ts'
import { remoteReader } from './remote-reader.ts'

const newSocket = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-reader-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return path.join(folder, 'socket')
}
const receipt = async () => ({ type: 'image/jpeg' as const, bytes: await receiptPicture() })
/** In CPU seconds; no test comes near it. */
const enough = 60

/** Starts the service as compose does, with its two settings. */
const startService = async (socket: string): Promise<ChildProcess> => {
  const service = spawn(
    process.execPath,
    [path.join(import.meta.dirname, '../../proof-reader.ts')],
    {
      env: { ...compiled, LOG_LEVEL: 'silent', PROOF_READER: socket, PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  onTestFinished(() => void service.kill('SIGKILL'))
  await eventually(() => existsSync(socket), true)
  return service
}

test('the service reads what is sent to its socket, ends with its container, and starts despite a leftover socket', async () => {
  const socket = await newSocket()
  const killed = await startService(socket)
  const reader = remoteReader(socket)
  await eventually(async () => reader.read(await receipt(), enough), receiptSays)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const away = reader.read(await receipt(), enough)
  await expect(away).rejects.toMatchObject({ name: 'Rejected', code: 'unavailable' })

  const service = await startService(socket)
  const bytes = pdfOf(['Amount: NGN 85,500.00', 'Reference: TRF-1234567890'])
  const read = async () => reader.read({ type: 'application/pdf', bytes }, enough)
  await eventually(async () => (await read())?.amountKobo, 8_550_000)
  const costs: number[] = []
  const nested = reader.read({ type: 'application/pdf', bytes: nestedPdf() }, 1, (ms) => {
    costs.push(ms)
  })
  await expect(nested).rejects.toMatchObject({ name: 'ReaderEnded', tookTooMuch: true })
  expect(costs).toHaveLength(1)
  expect(costs[0]).toBeGreaterThan(1_000)
  service.kill('SIGTERM')
  expect(await once(service, 'exit')).toEqual([0, null])
  expect(existsSync(socket)).toBe(false)
})

test('a reading that nobody is waiting for is aborted, and the next one is read', async () => {
  const socket = await newSocket()
  const own = openReader()
  const service = await serveReader(socket, own)
  onTestFinished(service.close)
  const reader = remoteReader(socket)
  const given = reader.read({ type: 'application/pdf', bytes: nestedPdf() }, enough)
  given.catch(() => {})
  await eventually(() => own.pid() !== undefined, true)
  const before = own.pid()
  reader.stop()
  await expect(given).rejects.toThrow(ReaderEnded)
  await expect(reader.read(await receipt(), enough)).rejects.toThrow('it was stopped')
  const bytes = pdfOf(['Amount: NGN 85,500.00'])
  const next = await remoteReader(socket).read({ type: 'application/pdf', bytes }, enough)
  expect(next).toMatchObject({ amountKobo: 8_550_000 })
  expect(own.pid()).not.toBe(before)
})

test.for([
  ['what is no JSON', 'x'],
  ['another thing', '{"fields":{"amountKobo":"many"}}'],
  ['more than any reading has', `{"fields":null,"x":"${'x'.repeat(100_000)}"}`],
])('an answer of %s ends the reading, as if the file had ended it', async ([, text]) => {
  const socket = await newSocket()
  const taken = createServer((request, response) => {
    request.resume().once('end', () => response.end(text))
  })
  taken.listen(socket)
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  await expect(remoteReader(socket).read(await receipt(), enough)).rejects.toThrow(ReaderEnded)
})

test('the service refuses anything but a file to read', async () => {
  const socket = await newSocket()
  const service = await serveReader(socket, openReader())
  onTestFinished(service.close)
  const odd = { type: 'text/html' as 'application/pdf', bytes: Buffer.from('x') }
  await expect(remoteReader(socket).read(odd, enough)).rejects.toThrow(ReaderEnded)
  await expect(remoteReader(socket).read(await receipt(), 1_000)).rejects.toThrow(ReaderEnded)
})
