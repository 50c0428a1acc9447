import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http'

/** An answer; status 0 without one, because nobody listened or the connection was cut. */
export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  lost?: 'refused' | 'cut'
}

/** In milliseconds: a caller gives up after this time. */
const patience = 30_000

/**
 * Sends one request on a new connection, so that a stale connection never looks like a lost answer.
 * Never rejects.
 */
export const send = (url: URL, options: RequestOptions, body: Buffer): Promise<Answer> =>
  new Promise((resolve) => {
    const lost = (error: NodeJS.ErrnoException) =>
      resolve({
        status: 0,
        headers: {},
        body: Buffer.from(String(error.message)),
        lost: error.code === 'ECONNREFUSED' ? 'refused' : 'cut',
      })
    const sent = request(
      url,
      { ...options, agent: false, signal: AbortSignal.timeout(patience) },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', lost)
        answer.on('end', () => {
          const { statusCode = 0, headers } = answer
          resolve({ status: statusCode, headers, body: Buffer.concat(chunks) })
        })
      },
    )
    sent.on('error', lost)
    sent.end(body)
  })

export type Call = {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  json?: object
}

export const call = (address: string, { method = 'GET', path, headers, json }: Call) => {
  const body = Buffer.from(json === undefined ? '' : JSON.stringify(json))
  const ofBody = json === undefined ? {} : { 'content-type': 'application/json' }
  const length = method === 'GET' ? {} : { 'content-length': body.length }
  return send(
    new URL(path, address),
    { method, headers: { ...headers, ...ofBody, ...length } },
    body,
  )
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many calls, each read for one field
export const jsonOf = ({ body }: Answer): any => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return {}
  }
}
