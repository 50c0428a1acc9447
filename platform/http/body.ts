import type { Readable } from 'node:stream'
import { Rejected } from '@strand/event-sourcing/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { closeAfterAnswer } from './lingering-close.ts'
import { requestAborted, tooSlow } from './slow-body.ts'

/** The maximum size of a JSON body in bytes. A route that accepts more sets its own `bodyLimit`. */
export const bodyLimit = 64 * 1024

/** How many seconds a body may take to arrive; nearly every body is one packet. */
export const bodyTimeoutSeconds = 20

/**
 * Accepts only JSON; a route for another content type (multipart) registers its own parser. An
 * empty body counts as none, because some clients send a content type even without a body. A GET
 * for a list may have its parameters in a JSON body. They count as query parameters; if the address
 * has the same parameter, the address counts. In both places, a parameter without a value counts as
 * absent.
 *
 * A request must state its body's length, so that a body that is too large can be refused before
 * its first byte is read.
 */
export const acceptJsonOnly = (app: FastifyInstance, seconds = bodyTimeoutSeconds) => {
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
    if (contentLength(request) > request.routeOptions.bodyLimit) throw tooLarge()
  })
  app.addHook('onSend', async (request, reply) => closeEarly(request, reply))
  app.addHook('preValidation', async (request) => {
    if (request.method !== 'GET') return
    const { body = {}, query } = request
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new Rejected('invalid', 'The body of a GET must be a JSON object')
    request.query = { ...withValues(body), ...withValues(query as object) }
  })
}

/**
 * Leaves out parameters without a value. A form also sends its empty fields. The specification's
 * table component sends null for a column without a filter or sort order, and puts a filter's only
 * value into a list.
 */
const withValues = (parameters: object): object =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, written]) => {
      const isList = Array.isArray(written)
      const value = isList && written.length < 2 ? (written[0] ?? null) : written
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )

export const tooLarge = () => new Rejected('too-large', 'The request is too large')

/** The length of the body in bytes, by its header; 0 without one. */
export const contentLength = ({ headers }: FastifyRequest): number =>
  Number(headers['content-length'] ?? 0)

/**
 * Reads the text of a body of at most 64 kB. Throws Rejected: `too-large`, `too-slow` if the body
 * does not arrive in time, or `invalid` if it breaks off.
 */
export const readBody = async (
  request: FastifyRequest,
  payload: Readable,
  seconds = bodyTimeoutSeconds,
): Promise<string> => {
  const length = contentLength(request)
  if (length > bodyLimit) throw tooLarge()
  if (length === 0) return ''
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const collect = (chunk: Buffer) => void chunks.push(chunk)
    const give = () => end(() => resolve(Buffer.concat(chunks).toString('utf8')))
    const fail = (cause: unknown) => end(() => reject(requestAborted(cause)))
    const timer = setTimeout(() => end(() => reject(tooSlow())), seconds * 1000)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      payload.off('data', collect).off('end', give).off('error', fail)
      settle()
    }
    payload.on('data', collect).on('end', give).on('error', fail)
  })
}

/**
 * Whether the request is an upload form on a route that accepts one. The route's own reader then
 * decides what to refuse.
 */
const isForm = ({ headers, server }: FastifyRequest) =>
  headers['content-type']?.toLowerCase().startsWith('multipart/form-data') === true &&
  server.hasContentTypeParser('multipart/form-data')

/** Closes the connection after the answer, rather than read megabytes of a refused body. */
const closeEarly = (request: FastifyRequest, reply: FastifyReply) => {
  if (request.raw.complete || isForm(request)) return
  if (contentLength(request) > bodyLimit || request.headers['transfer-encoding'] !== undefined)
    closeAfterAnswer(request, reply)
}
