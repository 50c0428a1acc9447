import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The most bytes of a refused body to read and discard: those in transit when the answer is sent.
 */
const maxBytes = 8_000_000
const maxMs = 2_000
const pollMs = 25

/**
 * Closes the connection after the answer although the body is still arriving. If it were closed
 * immediately, with unread bytes, it would be reset, and the reset would destroy the answer in
 * transit; a proxy such as nginx would then report that we failed. So only our side is ended
 * after the answer, and the rest of the body is discarded until the sender stops, up to a limit of
 * time and size.
 */
export const closeAfterAnswer = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.header('Connection', 'close')
  const { socket } = request.raw
  // Node calls it once the answer has been handed over; an ended socket can still be read.
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
  // The sender has stopped, so there is nothing left that a reset could destroy.
  socket.once('end', () => socket.destroy())
}
