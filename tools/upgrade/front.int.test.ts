import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { call } from './call.ts'
import { openFront } from './front.ts'
import { kindOf } from './load.ts'

const closingProcess = async () => {
  const server = createServer((_, reply) => {
    reply.writeHead(503, { 'content-type': 'application/json' })
    reply.end('{"error":"Service Unavailable","message":"Service Unavailable","statusCode":503}')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('the same bare 503 may come from a process of 0.1.0, and not from one of the new release', async () => {
  const address = await closingProcess()
  const front = await openFront({
    query: [{ address, release: 'old' }],
    command: [{ address, release: 'new' }],
  })
  onTestFinished(front.close)
  const kindFor = async (method: 'GET' | 'POST') => {
    const answer = await call(front.address, { method, path: '/api/orders' })
    const mayCloseBare = answer.headers['x-release'] === 'old'
    return [answer.status, kindOf(answer, { mayBeClosed: false, mayCloseBare })]
  }
  expect(await kindFor('GET')).toEqual([503, '503 without Retry-After, as 0.1.0 closes'])
  expect(await kindFor('POST')).toEqual([503, null])
})
