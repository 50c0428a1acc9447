import multipart, { type MultipartFile } from '@fastify/multipart'
import { maxFileSize } from '@strand/contracts/uploads'
import { withTimeout } from '@strand/event-sourcing/async/with-timeout'
import { Rejected } from '@strand/event-sourcing/errors'
import type { HttpServer } from '@strand/platform/http/server'
import { tooSlow, unlessAborted } from '@strand/platform/http/slow-body'
import type { FastifyRequest } from 'fastify'
import type { AdmittedFiles, FileAdmission } from './file-admission.ts'

/** Seconds within which the first part of a form must arrive. */
const firstPartWithin = 30

/** For a plugin whose routes take a multipart form with one file. */
export const registerFileForms = async (app: HttpServer) => {
  await app.register(multipart, {
    // One byte more than allowed passes, so that the store rejects the file with its own text.
    limits: { fileSize: maxFileSize + 1, files: 1, fields: 10, parts: 11, headerPairs: 50 },
    throwFileSizeLimit: false,
  })
}

/**
 * What such a route needs besides its endpoint. Another site could make its visitors' browsers fill the
 * disk, each from its own address. Browsers that do not say which site a request comes from say its
 * origin; a program says neither.
 *
 * @param publicUrl the origin of the shop's pages
 */
export const fileFormRoute = (publicUrl: string) => ({
  handlerTimeout: 290_000,
  onRequest: async ({ headers, host }: FastifyRequest) => {
    const { origin, 'sec-fetch-site': site } = headers
    const isForeign =
      site === undefined
        ? origin !== undefined && origin !== new URL(publicUrl).origin && hostOf(origin) !== host
        : site === 'cross-site'
    if (isForeign)
      throw new Rejected('forbidden', 'Files can be uploaded only on the shop’s own pages')
  },
})

/** Null for an origin that browsers hide: `null`. */
const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null)

/** Passes the file of a form to `use`, once there is room for it; `missing` is for a form without. */
export const fileOfForm = <T>(
  request: FastifyRequest,
  options: { admission: FileAdmission; claimed: boolean; missing: string },
  use: (part: MultipartFile, admitted: AdmittedFiles) => Promise<T>,
): Promise<T> => receive(request, options, use).finally(() => discardRest(request))

const receive: typeof fileOfForm = async (request, { admission, claimed, missing }, use) => {
  if (!request.isMultipart())
    throw new Rejected('unsupported-media-type', 'The request must be multipart/form-data')
  const admitted = await admission.admit({
    by: request.claimant,
    expected: expectedBytes(request),
    claimed,
    isBeyondLimit: request.beyondLimit !== undefined,
  })
  try {
    const part = await firstFile(request, missing, admitted.signal)
    // A sender that has gone, or has to give way, must not leave its reader waiting forever.
    const abort = () => part.file.destroy(admitted.signal.reason)
    admitted.signal.addEventListener('abort', abort, { once: true })
    return await use(part, admitted)
  } finally {
    admitted.release()
  }
}

/**
 * The form's fields of one value, wherever they stand, once its file has been read to the end.
 * Throws `Rejected('invalid')` if the rest of the form does not come.
 */
export const fieldsOf = async (
  { raw }: FastifyRequest,
  { fields }: MultipartFile,
): Promise<Record<string, string>> => {
  if (!raw.readableEnded) {
    const ended = new Promise<void>((resolve, reject) => {
      raw.once('end', resolve)
      raw.once('close', () => reject(brokeOff()))
    })
    await withTimeout(firstPartWithin * 1000, ended).catch((error: unknown) => {
      throw error instanceof Rejected ? error : tooSlow()
    })
  }
  // The parser is piped to: it has the last bytes, and ends after this turn.
  await new Promise((resolve) => setImmediate(resolve))
  const given = Object.entries(fields).flatMap(([name, field]) =>
    // A part that says it is JSON comes parsed.
    field && 'value' in field
      ? [[name, typeof field.value === 'string' ? field.value : JSON.stringify(field.value)]]
      : [],
  )
  return Object.fromEntries(given)
}

/** At most the maximum size of a file; undefined when the client does not say. */
const expectedBytes = ({ headers }: FastifyRequest): number | undefined => {
  const length = Number(headers['content-length'] ?? Number.NaN)
  return Number.isFinite(length) ? Math.min(length, maxFileSize) : undefined
}

const brokeOff = (cause?: unknown) =>
  new Rejected('invalid', 'The upload was interrupted, please try again', { cause })

const firstFile = async (
  request: FastifyRequest,
  missing: string,
  signal: AbortSignal,
): Promise<MultipartFile> => {
  const file = request.file().catch((error: unknown) => {
    // The parser throws plain errors for a malformed form.
    throw brokeOff(error)
  })
  const first = unlessAborted(signal, file)
  const part = await withTimeout(firstPartWithin * 1000, first).catch((error: unknown) => {
    throw error instanceof Rejected ? error : tooSlow()
  })
  if (!part) throw new Rejected('invalid', missing)
  return part
}

/** Milliseconds within which a client must stop sending an upload that was rejected. */
const discardTimeoutMs = 30_000

/**
 * Reads and discards the rest of the form, so that the client gets to read the answer and the next
 * request on the same connection is handled.
 */
const discardRest = ({ raw }: FastifyRequest) => {
  if (raw.complete) return
  raw.unpipe().resume()
  // A service that closes does not wait for it.
  const timer = setTimeout(() => raw.complete || raw.destroy(), discardTimeoutMs).unref()
  raw.once('close', () => clearTimeout(timer))
}
