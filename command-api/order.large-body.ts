import { Worker } from 'node:worker_threads'
import { invalidForm } from '@strand/contracts/notice'
import { maximumFilesSize } from '@strand/contracts/upload'
import { Rejected } from '@strand/platform/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Attachment, type OrderBody, parseOrderBody } from './order.body.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyRequest {
    /** Of an order's body, one for each of its files. */
    attachments: Attachment[]
  }
}

/** Bytes up to which a body is parsed on the spot; larger ones get a thread, and are counted. */
const smallBody = 64 * 1024
const maximumLargeBodies = 2
/** All files in base64, and a megabyte for the rest. */
export const orderBodyLimit = Math.ceil((maximumFilesSize * 4) / 3) + 1024 * 1024

/**
 * Gives the routes of this plugin a JSON parser for bodies with files inside. At most two large ones
 * are worked on at a time, counted before their first byte is read.
 */
export const takeLargeOrders = (app: FastifyInstance) => {
  let atWork = 0

  app.decorateRequest('attachments')
  app.addHook('onRequest', async (request, reply) => {
    request.attachments = []
    // A body that does not say its length may be of any.
    const length = Number(request.headers['content-length'] ?? Number.NaN)
    if (length <= smallBody) return
    if (atWork >= maximumLargeBodies)
      throw new Rejected('unavailable', 'Too many files arrive at the moment, please try again', {
        retryAfter: 5,
      })
    atWork += 1
    let counted = true
    const release = () => {
      if (counted) atWork -= 1
      counted = false
    }
    reply.raw.once('close', release).once('finish', release)
  })
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: orderBodyLimit },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length === 0) return undefined
      const parsed =
        bytes.length <= smallBody ? parseSmall(bytes.toString('utf8')) : await parseLarge(bytes)
      request.attachments = parsed.attachments
      return parsed.body
    },
  )
}

const noJson = () => new Rejected('invalid', invalidForm)

const parseSmall = (json: string): OrderBody => {
  try {
    return parseOrderBody(json)
  } catch (error) {
    throw error instanceof SyntaxError ? noJson() : error
  }
}

const parseLarge = (bytes: Buffer): Promise<OrderBody> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./order.body.worker.ts', import.meta.url), {
      workerData: bytes,
      // The text, its strings and their bytes, with room to spare; beyond it only this thread ends.
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    worker.once('message', (parsed: OrderBody | null) => {
      if (parsed) resolve(parsed)
      else reject(noJson())
      void worker.terminate()
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(noJson()))
  })
