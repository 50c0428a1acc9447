import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { FileType, maxFileSize } from '@strand/contracts/uploads'
import { readAtMost } from '@strand/event-sourcing/async/read-at-most'
import { z } from 'zod'
import {
  type FromService,
  type PausableReader,
  type Reader,
  ReaderEnded,
  type ToReader,
} from './reader.ts'

/** The query of a request; the file is its body. */
const Asked = z.object({ type: FileType, cpuSeconds: z.coerce.number().positive().max(60) })

/** Bytes: a picture may be stored in twice the size in which it came. */
const maxReadableSize = 2 * maxFileSize

/**
 * Reads files for anyone who can open the Unix socket, one after the other. A reading that nobody
 * waits for any more is ended.
 */
export const serveReader = async (
  socket: string,
  reader: PausableReader,
): Promise<{ close: () => Promise<void> }> => {
  let last: Promise<unknown> = Promise.resolve()
  /** After everything that was asked for earlier. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
  const server = createServer(async (request, response) => {
    let isWaitedFor = true
    let isReading = false
    response.once('close', () => {
      isWaitedFor = false
      if (isReading) reader.abort()
    })
    const answer = (status: number, body: FromService | { error: string }) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    try {
      const asked = askedBy(request)
      const bytes = asked && (await readAtMost(request, maxReadableSize))
      if (!asked || !bytes) return void answer(400, { error: 'this is no file to read' })
      await inTurn(async () => {
        if (!isWaitedFor) return
        isReading = true
        const read = await readOrEnd(reader, { type: asked.type, bytes }, asked.cpuSeconds)
        isReading = false
        answer(200, read)
      })
    } catch {
      response.destroy()
    }
  })
  server.requestTimeout = 60_000
  // Left by a process that was killed.
  await rm(socket, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socket, resolve)
  })
  return {
    close: async () => {
      reader.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const askedBy = ({ method, url = '' }: IncomingMessage) => {
  const { pathname, searchParams } = new URL(url, 'http://reader')
  if (method !== 'POST' || pathname !== '/read') return undefined
  return Asked.safeParse(Object.fromEntries(searchParams)).data
}

const readOrEnd = async (
  reader: Reader,
  file: ToReader,
  cpuSeconds: number,
): Promise<FromService> => {
  let cost = 0
  const charge = (ms: number) => {
    cost = ms
  }
  try {
    const fields = await reader.read(file, cpuSeconds, charge)
    return { fields, cost }
  } catch (error) {
    if (!(error instanceof ReaderEnded)) throw error
    return { ended: error.message, tookTooMuch: error.tookTooMuch, cost }
  }
}
