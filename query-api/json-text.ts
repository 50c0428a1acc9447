import type { FastifyReply } from 'fastify'

/** Sends text that is already JSON. No schema checks it; the response schema only documents it. */
export const sendJsonText = <Reply extends Pick<FastifyReply, 'type'>>(
  reply: Reply,
  text: string,
) => reply.type('application/json; charset=utf-8').send(text as never) as never
