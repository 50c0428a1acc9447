import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { Readable } from 'node:stream'

/** An answer. If there was none, `status` is 0, and `text` is the reason. */
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string; ms: number }

export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  headers?: Record<string, string | number>
  body?: Buffer | Readable
  /** In milliseconds: how long the caller waits. Default: 30,000. */
  patience?: number
}

/** A client with an address of its own: all of 127.0.0.0/8 is this machine. Calls never reject. */
export const clientFrom = (port: number, localAddress: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const call = ({ method = 'GET', path, headers, body, patience = 30_000 }: Call) => {
    const started = performance.now()
    return new Promise<Answer>((resolve) => {
      const end = (answer: Omit<Answer, 'ms'>) =>
        resolve({ ...answer, ms: performance.now() - started })
      const fail = (error: Error) => end({ status: 0, headers: {}, text: error.message })
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          localAddress,
          agent,
          method,
          path,
          headers: headers ?? {},
          signal: AbortSignal.timeout(patience),
        },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', fail)
          answer.on('end', () =>
            end({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: Buffer.concat(chunks).toString('utf8'),
            }),
          )
        },
      )
      sent.on('error', fail)
      if (!body) sent.end()
      else if (Buffer.isBuffer(body)) sent.end(body)
      else body.on('error', () => sent.destroy()).pipe(sent)
    })
  }
  return {
    call,
    json: async (
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
    ) => {
      const bytes = body && Buffer.from(JSON.stringify(body))
      const answer = await call({
        method,
        path,
        headers: {
          ...headers,
          ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
        },
        ...(bytes && { body: bytes }),
      })
      return { ...answer, body: parsed(answer.text) }
    },
    close: () => agent.destroy(),
  }
}
export type Client = ReturnType<typeof clientFrom>

// biome-ignore lint/suspicious/noExplicitAny: answers of many calls, each read for one field
const parsed = (text: string): any => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** A multipart form whose only part is a file. */
export const multipart = (name: string, type: string, bytes: Buffer) => {
  const boundary = '----siege'
  const body = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return {
    body,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': body.length,
    },
  }
}
