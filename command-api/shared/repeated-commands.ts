import { createHmac, createSecretKey } from 'node:crypto'
import { Rejected } from '@strand/platform/errors'
import { idempotencyKey } from '@strand/platform/http/idempotency-key'
import type { Pool } from '@strand/platform/postgres/pool'
import type { FastifyInstance } from 'fastify'

/** Days after which a key is forgotten: nobody repeats a command that long. */
const keptDays = 7

/**
 * Gives each staff command with an `Idempotency-Key` an id that follows from the person, the address
 * and the key. So a repeated command has the event ids of the first one, which its handler looks for
 * before it decides. The same key with another body is a 422. Decision 172.
 */
export const recogniseRepeatedCommands = (
  app: FastifyInstance,
  { pool, tokenSecret }: { pool: Pool; tokenSecret: Buffer },
) => {
  const secret = createSecretKey(tokenSecret)
  const hash = (...parts: unknown[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')

  app.addHook('preHandler', async (request) => {
    if (!request.principal || request.method === 'GET') return
    const key = idempotencyKey(request)
    if (key === null) return
    const [address] = request.url.split('?')
    const commandId = hash('command', request.principal.userId, request.method, address, key)
    const content = hash('content', request.query, request.body ?? null)
    const { rows } = await pool.query<{ content: string }>(
      `insert into command_key (command_id, content) values ($1, $2)
       on conflict (command_id) do update set content = command_key.content
       returning content`,
      [commandId, content],
    )
    if (rows[0]?.content !== content)
      throw new Rejected(
        'unprocessable',
        'This Idempotency-Key was sent before with another request: please send a new one',
      )
    request.commandId = commandId
  })
}

export const forgetCommandKeys = ({ pool }: { pool: Pool }) =>
  pool.query(`delete from command_key where used_at < now() - make_interval(days => ${keptDays})`)
