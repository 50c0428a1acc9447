import type { Readable } from 'node:stream'
import { maximumFilesSize } from '@strand/contracts/uploads'
import { Rejected } from '@strand/platform/errors'
import { bodyLimit, contentLength, readBody } from '@strand/platform/http/body'
import { openClientSemaphore } from '@strand/platform/http/client-semaphore'
import { atMinimumRate } from '@strand/platform/http/slow-body'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Attachment } from './attachment.ts'
import { type OrderBody, parseOrderBody, receiveOrderBody } from './body.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyRequest {
    /** The attachments of an order's body, one per file entry. */
    attachments: Attachment[]
    /** Releases what a large body holds: its slot and its files on disk. */
    releaseBody: (() => Promise<void>) | null
  }
}

/** How many bodies over 64 kB one process handles at a time. */
const maximumLargeBodies = 2
/** All files in base64, plus a megabyte for the rest and for line breaks. */
export const orderBodyLimit = Math.ceil((maximumFilesSize * 4) / 3) + 1024 * 1024
/** EDGE, the slowest mobile network still in use in Nigeria, uploads at about 8 kB per second. */
const minimumRate = { bytesPerSecond: 8 * 1024, windowSeconds: 10, totalSeconds: 240 }

const busy = () =>
  new Rejected('unavailable', 'Too many files are being uploaded at the moment, please try again', {
    retryAfter: 5,
  })

/**
 * Gives the routes of this plugin a JSON parser for bodies that contain files. At most two large
 * bodies are handled at a time, counted before their first byte is read; the others get 503.
 *
 * @param perAddress how many of the two slots one client may use
 */
export const registerLargeBodyParser = (app: FastifyInstance, perAddress: 1 | 2) => {
  const { acquire: take } = openClientSemaphore({ atOnce: maximumLargeBodies, perAddress })

  app.decorateRequest('attachments')
  app.decorateRequest('releaseBody', null)
  app.addHook('onRequest', async (request) => {
    request.attachments = []
    if (contentLength(request) <= bodyLimit) return
    const place = take(request.ip)
    if (typeof place === 'string') throw busy()
    request.releaseBody = async () => place()
  })
  // Every request ends with an answer, even when its connection has gone.
  app.addHook('onSend', async (request) => {
    await request.releaseBody?.()
    request.releaseBody = null
  })
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: Readable) => {
      const large = contentLength(request) > bodyLimit
      const text = large ? null : await readBody(request, payload)
      if (text === '') return undefined
      const order: OrderBody =
        text === null
          ? await receiveOrderBody(atMinimumRate(payload, minimumRate))
          : parseOrderBody(text)
      const free = request.releaseBody
      request.releaseBody = async () => {
        await order.close()
        await free?.()
      }
      request.attachments = order.attachments
      return order.body
    },
  )
}
