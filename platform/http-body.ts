import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Rejected } from './errors.ts'
import { brokenOff, tooSlow } from './slow-body.ts'

/** Bytes of a JSON body. A route that takes more raises it with its own `bodyLimit`. */
export const bodyLimit = 64 * 1024

/** Seconds in which even a poor line brings a body, which is one packet nearly always. */
export const bodySeconds = 20

/**
 * JSON is the one content type; a route that takes another (multipart) registers its parser itself.
 * An empty body is none, since clients send the header out of habit. List parameters may also come
 * as a JSON body on a GET: they count as query parameters, behind those in the address.
 *
 * A body states its length, so that what is too large is refused before its first byte is read.
 */
export const takeJsonOnly = (app: FastifyInstance, seconds = bodySeconds) => {
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true })
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', (request, payload, done) => {
    readBody(request, payload, seconds).then((body) => {
      if (body === '') done(null, undefined)
      else parseJson(request, body, done)
    }, done)
  })
  app.addHook('onRequest', async (request) => {
    if (isForm(request)) return
    if (request.headers['transfer-encoding'] !== undefined)
      throw new Rejected('length-required', 'The request must state the length of its body')
    if (statedLength(request) > request.routeOptions.bodyLimit) throw tooLarge()
  })
  app.addHook('onSend', async (request, reply) => closeEarly(request, reply))
  app.addHook('preValidation', async (request) => {
    if (request.method !== 'GET' || request.body === undefined) return
    if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body))
      throw new Rejected('invalid', 'The body of a GET must be a JSON object')
    request.query = { ...request.body, ...(request.query as object) }
  })
}

export const tooLarge = () => new Rejected('too-large', 'The request is too large')

/** Bytes that the body has by its header; 0 where there is none. */
export const statedLength = ({ headers }: FastifyRequest): number =>
  Number(headers['content-length'] ?? 0)

/**
 * The text of a body of at most 64 kB, in memory. Throws Rejected: `too-large`, `too-slow` when it is
 * not there in time, `invalid` when it breaks off.
 */
export const readBody = async (
  request: FastifyRequest,
  payload: Readable,
  seconds = bodySeconds,
): Promise<string> => {
  const length = statedLength(request)
  if (length > bodyLimit) throw tooLarge()
  if (length === 0) return ''
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const collect = (chunk: Buffer) => void chunks.push(chunk)
    const give = () => end(() => resolve(Buffer.concat(chunks).toString('utf8')))
    const fail = (cause: unknown) => end(() => reject(brokenOff(cause)))
    const timer = setTimeout(() => end(() => reject(tooSlow())), seconds * 1000)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      payload.off('data', collect).off('end', give).off('error', fail)
      settle()
    }
    payload.on('data', collect).on('end', give).on('error', fail)
  })
}

/** A form with files on a route that takes one: its own reader says what it refuses, and when. */
const isForm = ({ headers, server }: FastifyRequest) =>
  headers['content-type']?.toLowerCase().startsWith('multipart/form-data') === true &&
  server.hasContentTypeParser('multipart/form-data')

/** Nobody reads on through megabytes that have been refused already. */
const closeEarly = (request: FastifyRequest, reply: FastifyReply) => {
  if (request.raw.complete || isForm(request)) return
  if (statedLength(request) > bodyLimit || request.headers['transfer-encoding'] !== undefined)
    reply.header('Connection', 'close')
}
