import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Answer, send } from './call.ts'

/** A process behind the front, of the old or the new release. */
type Process = { address: string; release: 'old' | 'new' }
export type Behind = { command: Process[]; query: Process[] }

/**
 * Replaces nginx with `compose/nginx.conf`: reads go to query-api, writes to command-api. If a
 * process does not listen, the next one is asked; without an answer, the caller gets 503 with
 * `Retry-After`. For the drill, `x-lost` gives the reason, and `x-release` the answering release.
 */
export const openFront = async (behind: Behind) => {
  let turn = 0
  const ask = async (url: string, method: string, headers: object, body: Buffer) => {
    const processes = method === 'GET' ? behind.query : behind.command
    let lost: Answer['lost']
    for (let tries = 0; tries < processes.length; tries++) {
      const asked = processes[(turn++ + tries) % processes.length] as Process
      const to = new URL(url, asked.address)
      const answer = await send(to, { method, headers: { ...headers } }, body)
      if (!answer.lost) return { answer, release: asked.release }
      lost = answer.lost
      if (lost === 'cut') break
    }
    return { lost: lost ?? 'refused' }
  }
  const server = createServer(async (request, reply) => {
    const { url = '/', method = 'GET', headers } = request
    const { connection: _, host: __, ...passed } = headers
    const body = await buffer(request).catch(() => null)
    if (!body) return void reply.destroy()
    const { answer, release, lost } = await ask(url, method, passed, body)
    if (!answer) {
      reply.writeHead(503, { 'retry-after': '2', 'x-lost': lost }).end()
      return
    }
    const { connection: ___, 'transfer-encoding': ____, ...received } = answer.headers
    const length = { 'content-length': answer.body.length }
    reply.writeHead(answer.status, { ...received, ...length, 'x-release': release })
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
