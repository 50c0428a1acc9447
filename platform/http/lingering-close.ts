import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The most bytes of a refused body that are read and dropped: those on their way when the answer is sent. */
const maxBytes = 8_000_000
const maxMs = 2_000
const pollMs = 25

/**
 * Ends the connection after the answer although the body is still arriving. Closed at once, with
 * bytes that nobody read, it would be reset, and the reset destroys the answer on its way: a proxy
 * such as nginx then reports a failure of ours. So the answer is followed by an end only, and the
 * rest of the body is thrown away until the sender stops, for a limited time and size.
 */
export const closeAfterAnswer = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.header('Connection', 'close')
  const { socket } = request.raw
  // Node calls it once the answer is handed over; a socket that was ended reads on.
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
  // The sender has stopped: nothing is left that a reset could destroy.
  socket.once('end', () => socket.destroy())
}
