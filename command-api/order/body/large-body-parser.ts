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
    /** The attachments in an order's body, one per file entry. */
    attachments: Attachment[]
    /** The place that a large body occupies while it is received. */
    bodyPlace: Place | null
    /** Releases what a large body holds: its place, and its files on disk. */
    releaseBody: (() => Promise<void>) | null
  }
}

/** How many bodies over 64 kB one process handles at a time. */
const maxLargeBodies = 2
/** All files in base64, plus a megabyte for the rest and for line breaks. */
export const orderBodyLimit = Math.ceil((maxFilesSize * 4) / 3) + 1024 * 1024
/** EDGE, the slowest mobile network still in use in Nigeria, uploads at about 8 kB per second. */
const minimumRate = { bytesPerSecond: 8 * 1024, windowSeconds: 10, totalSeconds: 240 }

/**
 * Gives the routes of this plugin a JSON parser for bodies that contain files. At most two large
 * bodies are handled at a time, each from a different network; they are counted before their first
 * byte is read. If a third network sends one, a body that arrives too slowly gives way to it.
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
  // Every request ends with `onSend`, even if its connection has gone.
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
