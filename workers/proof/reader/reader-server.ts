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

/** The query of a request; its body is the file. */
const Asked = z.object({ type: FileType, cpuSeconds: z.coerce.number().positive().max(60) })

/**
 * The largest file that is read, in bytes: a picture may be stored at twice the size of its upload.
 */
const maxReadableSize = 2 * maxFileSize

/**
 * Reads files for any process that can open the Unix socket, one after the other. Aborts a reading
 * whose client has gone.
 */
export const serveReader = async (
  socket: string,
  reader: PausableReader,
): Promise<{ close: () => Promise<void> }> => {
  let last: Promise<unknown> = Promise.resolve()
  /** Runs `work` after everything that was requested earlier. */
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
  // A killed process may have left the socket behind.
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
