import type { Readable } from 'node:stream'
import { maxFilesSize } from '@strand/contracts/uploads'
import { openProcessorBudget } from '@strand/platform/fairness/budget'
import { openPlaces, type Place } from '@strand/platform/fairness/places'
import { bodyLimit, contentLength, readBody } from '@strand/platform/http/body'
import { atMinimumRate } from '@strand/platform/http/slow-body'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Attachment } from './attachment.ts'
import { type OrderBody, parseOrderBody, receiveOrderBody } from './body.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyRequest {
    attachments: Attachment[]
    bodyPlace: Place | null
    /** Releases the place of a large body, and its files on disk. */
    releaseBody: (() => Promise<void>) | null
  }
}

/** How many bodies over 64 kB one process receives at a time. */
const maxLargeBodies = 2
/** In bytes: all files in base64, and a megabyte for the rest and for line breaks. */
export const orderBodyLimit = Math.ceil((maxFilesSize * 4) / 3) + 1024 * 1024
/** EDGE, the slowest mobile network in use in Nigeria, uploads about 8 kB a second. */
const minimumRate = { bytesPerSecond: 8 * 1024, windowSeconds: 10, totalSeconds: 240 }

/**
 * Adds a JSON parser for bodies with files to the routes of this plugin. It takes at most two large
 * bodies at a time, from different networks, and counts them before their first byte is read. If
 * all places are taken, a body that arrives too slowly makes room for one from another network.
 */
export const registerLargeBodyParser = (app: FastifyInstance) => {
  const places = openPlaces({
    atOnce: maxLargeBodies,
    bytes: maxLargeBodies * orderBodyLimit,
    budget: openProcessorBudget(),
    retryAfter: 5,
    texts: {
      busy: 'Too many files are being uploaded at the moment, please try again',
      tooMany: 'Another order with files is coming from your network at the moment',
    },
  })

  app.decorateRequest('attachments')
  app.decorateRequest('bodyPlace', null)
  app.decorateRequest('releaseBody', null)
  app.addHook('onRequest', async (request) => {
    request.attachments = []
    if (contentLength(request) <= bodyLimit) return
    const place = await places.take(request.claimant)
    request.bodyPlace = place
    request.releaseBody = async () => place.release()
  })
  // `onSend` runs for every request, even if its connection has gone.
  app.addHook('onSend', async (request) => {
    await request.releaseBody?.()
    request.releaseBody = null
  })
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: Readable) => {
      const place = request.bodyPlace
      const text = place ? null : await readBody(request, payload)
      if (text === '') return undefined
      const order: OrderBody =
        place && text === null
          ? await receiveOrderBody(atMinimumRate(payload, minimumRate, place), place.charge)
          : parseOrderBody(text ?? '')
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
