import type { FastifyReply } from 'fastify'

/**
 * Sends a text that is JSON already, as it is; the route's response schema only documents what it
 * contains.
 */
export const sendJsonText = <Reply extends Pick<FastifyReply, 'type'>>(
  reply: Reply,
  text: string,
) => reply.type('application/json; charset=utf-8').send(text as never) as never
