import { connect, type Socket } from 'node:net'

export type Answer = { status: number; head: string; body: string; bytes: number }

/** A request as the exact bytes to send, so that sending costs the client almost nothing. */
export const requestText = (
  method: 'GET' | 'POST',
  path: string,
  options: { token?: string; headers?: Record<string, string>; body?: string } = {},
): string => {
  const { token, headers = {}, body } = options
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: bench']
  if (token) lines.push(`Authorization: Bearer ${token}`)
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (body !== undefined)
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/**
 * One keep-alive HTTP connection with one request at a time. The shop and its client share the
 * machine's cores. Other clients use as much CPU as the shop needs for a small answer; this client
 * supports only the HTTP of our answers, and uses a tenth of that.
 */
export const openConnection = (port: number) => {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let received: Buffer[] = []
  let size = 0
  let wanted = Number.POSITIVE_INFINITY
  let headEnd = -1
  let waiting: PromiseWithResolvers<Answer> | undefined

  const fail = (error: Error) => {
    waiting?.reject(error)
    waiting = undefined
  }
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the shop closed the connection')))
  socket.on('data', (chunk: Buffer) => {
    received.push(chunk)
    size += chunk.length
    if (headEnd < 0) {
      const all = received.length === 1 ? chunk : Buffer.concat(received)
      received = [all]
      headEnd = all.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const length = /content-length: (\d+)/i.exec(all.toString('latin1', 0, headEnd))?.[1]
      if (length === undefined) return fail(new Error('an answer came without its length'))
      wanted = headEnd + 4 + Number(length)
    }
    if (size < wanted) return
    const all = Buffer.concat(received)
    const head = all.toString('latin1', 0, headEnd)
    const answer = {
      status: Number(head.slice(9, 12)),
      head,
      body: all.toString('utf8', headEnd + 4),
      bytes: size,
    }
    received = []
    size = 0
    headEnd = -1
    wanted = Number.POSITIVE_INFINITY
    const pending = waiting
    waiting = undefined
    pending?.resolve(answer)
  })

  return {
    /** Rejects on any status of 300 or above, because a benchmark must not measure refusals. */
    send: async (request: string | Buffer): Promise<Answer> => {
      if (socket.destroyed) throw new Error('the connection to the shop is closed')
      waiting = Promise.withResolvers()
      socket.write(request)
      const answer = await waiting.promise
      if (answer.status >= 300)
        throw new Error(
          `${request.toString().slice(0, 80)} … was answered ${answer.status}: ${answer.body}`,
        )
      return answer
    },
    close: () => {
      socket.destroy()
    },
  }
}
export type Connection = ReturnType<typeof openConnection>
