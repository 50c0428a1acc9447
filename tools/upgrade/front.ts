import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Answer, send } from './call.ts'

/** The services behind the front, each with the addresses of its processes. */
export type Behind = { command: string[]; query: string[] }

/**
 * Stands where `compose/nginx.conf` does: reads go to query-api, writes to command-api; the next
 * process is asked if one does not listen, and if none answers, the caller gets a 503 with
 * `Retry-After`. `x-lost` says why, for the drill.
 */
export const openFront = async (behind: Behind) => {
  let turn = 0
  const ask = async (url: string, method: string, headers: object, body: Buffer) => {
    const addresses = method === 'GET' ? behind.query : behind.command
    let answer: Answer | undefined
    for (let tries = 0; tries < addresses.length; tries++) {
      const address = addresses[(turn++ + tries) % addresses.length]
      answer = await send(new URL(url, address), { method, headers: { ...headers } }, body)
      if (answer.lost !== 'refused') return answer
    }
    return answer
  }
  const server = createServer(async (request, reply) => {
    const { url = '/', method = 'GET', headers } = request
    const { connection: _, host: __, ...passed } = headers
    const body = await buffer(request).catch(() => null)
    if (!body) return void reply.destroy()
    const answer = await ask(url, method, passed, body)
    if (!answer || answer.lost) {
      reply.writeHead(503, { 'retry-after': '2', 'x-lost': answer?.lost ?? 'refused' }).end()
      return
    }
    const { connection: ___, 'transfer-encoding': ____, ...received } = answer.headers
    reply.writeHead(answer.status, { ...received, 'content-length': answer.body.length })
    reply.end(answer.body)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
