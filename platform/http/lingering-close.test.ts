import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { testHttpServer } from '../testing/http-server.ts'

/**
 * Announces a body of 10 GB, which the server refuses; resolves to the connection and the answer.
 */
const refused = async () => {
  const app = await testHttpServer()
  app.post('/api/small', { config: { access: 'public' } }, async () => ({ read: true }))
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  onTestFinished(() => app.close())
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => {
    socket.destroy()
  })
  // The sender gets an error if the server resets the connection.
  socket.on('error', () => {})
  const answer = new Promise<string>((resolve) => {
    let text = ''
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    socket.once('end', () => resolve(text))
  })
  const head = 'POST /api/small HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n'
  socket.write(`${head}Content-Length: 10000000000\r\n\r\n`)
  return { socket, answer }
}

const sendOn = (socket: Socket) => {
  const part = Buffer.alloc(100_000, ' ')
  const more = () => {
    while (socket.writable && socket.write(part));
  }
  socket.on('drain', more)
  more()
}

test.each([
  ['sends on for ever', sendOn],
  ['falls silent', () => {}],
])('a sender whose body was refused and who %s has the answer, and then no connection', async (_name, goOn) => {
  const { socket, answer } = await refused()
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
  })
  goOn(socket)
  expect(await answer).toMatch(/^HTTP\/1\.1 413 .*connection: close.*too large/is)
  // Only by writing does a sender notice that the other side is gone.
  const probe = setInterval(() => socket.write(' '), 20)
  onTestFinished(() => clearInterval(probe))
  await closed
  expect(socket.bytesWritten).toBeLessThan(100_000_000)
})
