import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The maximum number of bytes of a refused body that are read and discarded: enough for those in
 * transit when the answer is sent.
 */
const maxBytes = 8_000_000
const maxMs = 2_000
const pollMs = 25

/**
 * Closes the connection after the answer although the body is still arriving. Closing it
 * immediately, with unread bytes, would reset it, and the reset would destroy the answer in
 * transit; a proxy such as nginx would then report a failure. So only our side ends after the
 * answer. The rest of the body is discarded until the sender stops, within limits of time and size.
 */
export const closeAfterAnswer = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.header('Connection', 'close')
  const { socket } = request.raw
  // Node calls this when the answer is on its way; an ended socket can still be read.
  socket.destroySoon = () => {
    socket.end()
    throwAway(socket)
    request.raw.resume()
  }
}

const throwAway = (socket: Socket): void => {
  const begun = performance.now()
  const before = socket.bytesRead
  const timer = setInterval(() => {
    if (socket.bytesRead - before > maxBytes || performance.now() - begun > maxMs) socket.destroy()
  }, pollMs)
  socket.once('close', () => clearInterval(timer))
  // The sender has stopped, so a reset can no longer destroy anything.
  socket.once('end', () => socket.destroy())
}
