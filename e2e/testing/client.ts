import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { ShopOptions } from '@strand/all-in-one/shop-options'
import { eventually } from '@strand/platform/testing/eventually'
import { type ApiDocument, responseValidator } from './openapi.ts'
import { owner, startTestShop } from './test-shop.ts'

/**
 * A client that knows the shop's specification but not its code. It checks every answer against the
 * shop's own OpenAPI document, so a passing test proves both.
 */
export type Row = Record<string, unknown>
type Body = Row & {
  message?: string
  responseMessage?: string
  details?: { path: string; message: string }[]
}
export type Answer = { status: number; headers: IncomingHttpHeaders; body: Body; text: string }
export type Call = {
  /** An access token; undefined for a customer. */
  as?: string | undefined
  body?: unknown
  /** Sent unchanged, in place of `body`. */
  raw?: { type: string; content: string | Buffer }
  headers?: Record<string, string>
  /** Whether reads wait for this client's own writes, as in the web app. Default: true. */
  fresh?: boolean
}
type Query = Record<string, string | number>

const parsed = (type: string, content: string): Body =>
  type.startsWith('application/json') && content !== '' ? JSON.parse(content) : {}

const statuses = [
  200, 201, 202, 204, 302, 400, 401, 403, 404, 408, 409, 411, 413, 415, 422, 429, 503,
]

/** The rule that an answer of the API breaks; null if it breaks none. */
const brokenRule = (method: string, { status, headers, body }: Answer): string | null => {
  if (!statuses.includes(status)) return `no status of the specification: ${status}`
  if (status >= 400) {
    if (body.isSuccessful !== false || body.statusCode !== status) return 'an error of no shape'
    if (typeof body.error !== 'string' || !body.message) return 'an error that says nothing'
    if ([429, 503].includes(status) && !(Number(headers['retry-after']) > 0))
      return 'no Retry-After'
  } else if (method !== 'GET' && status !== 204) {
    if (body.isSuccessful !== true || !body.message) return 'a command that says nothing'
  }
  return body.message === body.responseMessage ? null : 'message and responseMessage differ'
}

export const openClient = (address: string) => {
  let newest = 0n
  let check: ReturnType<typeof responseValidator> | undefined

  const send = async (method: string, url: string, call: Call = {}): Promise<Answer> => {
    const content =
      call.raw?.content ?? (call.body === undefined ? undefined : JSON.stringify(call.body))
    const isRead = method === 'GET' || method === 'HEAD'
    const outgoing = request(new URL(url, address), {
      method,
      headers: {
        ...(call.as === undefined ? {} : { Authorization: `Bearer ${call.as}` }),
        ...(content === undefined
          ? {}
          : {
              'Content-Type': call.raw?.type ?? 'application/json',
              'Content-Length': Buffer.byteLength(content),
            }),
        ...(isRead && call.fresh !== false && newest > 0n
          ? { 'X-Min-Position': String(newest) }
          : {}),
        ...call.headers,
      },
    })
    outgoing.end(content)
    const [response] = await once(outgoing, 'response')
    // If a body is too large, the answer may arrive before the whole body is sent.
    outgoing.on('error', () => {})
    const type = response.headers['content-type'] ?? ''
    // Does not use a text decoder, which would remove a byte order mark.
    const received = (await buffer(response)).toString()
    const position = BigInt(response.headers['x-position'] ?? 0)
    if (position > newest) newest = position
    return {
      status: response.statusCode,
      headers: response.headers,
      body: parsed(type, received),
      text: received,
    }
  }

  const call = async (method: string, url: string, options: Call = {}): Promise<Answer> => {
    if (!check) {
      const document = await send('GET', '/api/docs/json')
      check = responseValidator(document.body as unknown as ApiDocument)
    }
    const answer = await send(method, url, options)
    const type = answer.headers['content-type'] ?? ''
    const wrong = check(method, url, answer.status, type, answer.body)
    const broken = brokenRule(method, answer)
    if (broken) throw new Error(`${method} ${url} gave ${broken}: ${answer.text.slice(0, 300)}`)
    if (wrong) throw new Error(`Not as documented: ${wrong}`)
    return answer
  }
  const withQuery = (url: string, query: Query = {}) => {
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString()
    return search ? `${url}?${search}` : url
  }

  return {
    call,
    /** For addresses outside the API and its document. */
    raw: (url: string, options?: Call) => send('GET', url, options),
    get: (url: string, options?: Call) => call('GET', url, options),
    post: (url: string, body?: unknown, options?: Call) => call('POST', url, { ...options, body }),
    put: (url: string, body?: unknown, options?: Call) => call('PUT', url, { ...options, body }),
    remove: (url: string, body?: unknown, options?: Call) =>
      call('DELETE', url, { ...options, body }),
    /** A page of a list: `result: { data, total, page, results }`. */
    list: async (url: string, as: string, query?: Query, body?: unknown) => {
      const answer = await call('GET', withQuery(url, query), { as, body })
      if (answer.status !== 200) throw new Error(`${url} gave ${answer.status} ${answer.text}`)
      return answer.body.result as { data: Row[]; total: number; page: number; results: number }
    },
    signIn: async (email = owner.email, password = owner.password): Promise<string> => {
      const answer = await call('POST', '/api/login', { body: { email, password } })
      if (answer.status !== 200) throw new Error(`Sign-in gave ${answer.text}`)
      return answer.body.accessToken as string
    },
  }
}
export type Client = ReturnType<typeof openClient>

/** A shop with a clock that a test can set, and a client for it. */
export const startSpecificationShop = async (changes: Partial<ShopOptions> = {}) => {
  const clock = { ahead: 0 }
  const now = () => new Date(Date.now() + clock.ahead)
  const shop = await startTestShop({ now, ...changes })
  return {
    ...shop,
    ...openClient(shop.address),
    now,
    /** Sets the shop's clock to this moment, from which time continues. */
    itIs: (moment: Date | string) => {
      clock.ahead = new Date(moment).getTime() - Date.now()
    },
    pass: (minutes: number) => {
      clock.ahead += minutes * 60_000
    },
    until: eventually,
    /** The text, link and token in the newest mail to an address, as a person would read them. */
    inMail: async (to: string, subject: string) => {
      const mail = await shop.mailTo(to, subject)
      const written = mail.text ?? ''
      return {
        mail,
        text: written,
        link: /https?:\/\/\S+/.exec(written)?.[0] ?? '',
        token: /\/(?:account-activation|reset-password)\/(\S+)/.exec(written)?.[1] ?? '',
      }
    },
  }
}
export type SpecificationShop = Awaited<ReturnType<typeof startSpecificationShop>>

/** The messages in an error's details, by the path of their field. */
export const detailMessages = ({ body }: Answer): Record<string, string[]> =>
  Object.fromEntries(
    (body.details ?? []).map(({ path }) => [
      path,
      (body.details ?? []).filter((other) => other.path === path).map(({ message }) => message),
    ]),
  )
