import { LogPosition } from '@strand/contracts/answer'
import { invalidInput } from '@strand/event-sourcing/errors'
import type { Position } from '@strand/event-sourcing/event-store/event-store'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The position in `X-Seen-Position`: the one that the row had when the caller saw it. Undefined
 * without the header.
 */
export const seenPosition = (request: FastifyRequest): string | undefined => {
  const seen = request.headers['x-seen-position']
  if (seen === undefined) return undefined
  const { success, data } = LogPosition.safeParse(seen)
  if (success) return data
  throw invalidInput([{ path: 'X-Seen-Position', message: 'X-Seen-Position must be a number' }])
}

/**
 * Answers a command on one row, with the row's new position.
 *
 * @param later the position of the command's other events, after the row's; reads wait for it, too
 */
export const sendChanged = (
  reply: FastifyReply,
  position: Position | null,
  message: string,
  later: Position | null = null,
) =>
  withPosition(reply, later ?? position).send(
    successBody(message, { position: String(position ?? '') }),
  )
