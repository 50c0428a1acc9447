import multipart, { type MultipartFile } from '@fastify/multipart'
import { maxFileSize } from '@strand/contracts/uploads'
import { withTimeout } from '@strand/event-sourcing/async/with-timeout'
import { Rejected } from '@strand/event-sourcing/errors'
import type { HttpServer } from '@strand/platform/http/server'
import { tooSlow, unlessAborted } from '@strand/platform/http/slow-body'
import type { FastifyRequest } from 'fastify'
import type { AdmittedFiles, FileAdmission } from './file-admission.ts'

/** In seconds: the first part of a form must arrive within this time. */
const firstPartWithin = 30

export const registerFileForms = async (app: HttpServer) => {
  await app.register(multipart, {
    // The limit is one byte more than allowed, so that the store rejects the file with its own
    // text.
    limits: { fileSize: maxFileSize + 1, files: 1, fields: 10, parts: 11, headerPairs: 50 },
    throwFileSizeLimit: false,
  })
}

/**
 * The settings of a route with a file form, besides its endpoint. Refuses uploads from other sites'
 * pages: such a page could make its visitors' browsers fill the disk, each from its own address.
 * Browsers send `Sec-Fetch-Site`, or at least `Origin`, with a request; other programs send
 * neither.
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

/** Null if the browser hides the origin by sending the word `null`. */
const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null)

/**
 * Passes the form's file to `use` once there is room. `missing` is the text for a form without a
 * file.
 */
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
    // If the sender disconnects or loses its place, the file's reader must not wait forever.
    const abort = () => part.file.destroy(admitted.signal.reason)
    admitted.signal.addEventListener('abort', abort, { once: true })
    return await use(part, admitted)
  } finally {
    admitted.release()
  }
}

/**
 * The form's fields, with one value each. Call this only when the file has been read to the end,
 * because fields may follow it. Throws `Rejected('invalid')` if the rest of the form does not
 * arrive.
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
  // The parser has the form's last bytes, and finishes after this turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve))
  const given = Object.entries(fields).flatMap(([name, field]) =>
    // The parser has already parsed a part that is declared as JSON.
    field && 'value' in field
      ? [[name, typeof field.value === 'string' ? field.value : JSON.stringify(field.value)]]
      : [],
  )
  return Object.fromEntries(given)
}

/**
 * The length that the client declared, but at most a file's maximum size; undefined if it declared
 * none.
 */
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
    throw brokeOff(error)
  })
  const first = unlessAborted(signal, file)
  const part = await withTimeout(firstPartWithin * 1000, first).catch((error: unknown) => {
    throw error instanceof Rejected ? error : tooSlow()
  })
  if (!part) throw new Rejected('invalid', missing)
  return part
}

/** In milliseconds: how long a client may keep sending a rejected upload. */
const discardTimeoutMs = 30_000

/**
 * Reads and discards the rest of the form, so that the client reads the answer and can use the
 * connection again.
 */
const discardRest = ({ raw }: FastifyRequest) => {
  if (raw.complete) return
  raw.unpipe().resume()
  // A closing service does not wait for this timer.
  const timer = setTimeout(() => raw.complete || raw.destroy(), discardTimeoutMs).unref()
  raw.once('close', () => clearTimeout(timer))
}
