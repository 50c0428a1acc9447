import { Rejected } from '@strand/event-sourcing/errors'
import type { Connection, Pool } from '@strand/event-sourcing/postgres/pool'
import { agreeInTransaction } from '@strand/platform/crypto/agreed-mac'
import { type KeyRing, macsOf } from '@strand/platform/crypto/key-ring'
import { idempotencyKey } from '@strand/platform/http/idempotency-key'
import type { FastifyInstance } from 'fastify'

/** In days: how long a command is remembered. Nobody repeats a command later than that. */
const keptDays = 7

/**
 * Gives each staff command with an `Idempotency-Key` an id that derives from the person, the
 * method, the path and the key. So a repeated command gets the first one's event ids, and its
 * handler looks for those events before it decides. The same key with another body gets 422.
 */
export const recognizeRepeatedCommands = (
  app: FastifyInstance,
  { pool, tokenSecret }: { pool: Pool; tokenSecret: KeyRing },
) => {
  const hashes = (...parts: unknown[]) =>
    macsOf(tokenSecret, JSON.stringify(parts)).map((mac) => mac.toString('base64url'))

  app.addHook('preHandler', async (request) => {
    if (!request.principal || request.method === 'GET') return
    const key = idempotencyKey(request)
    if (key === null) return
    const [address] = request.url.split('?')
    const { userId } = request.principal
    const commandIds = hashes('command', userId, request.method, address, key)
    // The hash of a password or a guessable code includes the key, which only the client knows.
    const secret = request.routeOptions.config.once || hasPassword(request.body) ? [key] : []
    const contents = hashes('content', ...secret, request.query, request.body ?? null)
    const index = await agreeInTransaction(
      pool,
      commandIds,
      (connection) => sentCommands(connection, commandIds),
      (connection, commandId) => rememberCommand(connection, commandId, contents[0]),
    )
    const [commandId = '', content] = [commandIds[index], contents[index]]
    if ((await rememberCommand(pool, commandId, content)) !== content)
      throw new Rejected(
        'unprocessable',
        'This Idempotency-Key was sent before with another request: please send a new key',
      )
    request.commandId = commandId
  })
}

const hasPassword = (body: unknown) =>
  Object.keys(body ?? {}).some((name) => /password/i.test(name))

/**
 * Records a command unless it is already recorded. Returns the content that was recorded first.
 *
 * @param content a keyed hash of the request; empty if the command's own events show the content
 */
export const rememberCommand = async (
  connection: Pick<Connection, 'query'>,
  commandId: string,
  content = '',
): Promise<string | undefined> => {
  const { rows } = await connection.query<{ content: string }>(
    `insert into command_key (command_id, content) values ($1, $2)
     on conflict (command_id) do update set content = command_key.content
     returning content`,
    [commandId, content],
  )
  return rows[0]?.content
}

export const sentCommands = async (
  connection: Pick<Connection, 'query'>,
  commandIds: string[],
): Promise<string[]> => {
  const { rows } = await connection.query<{ id: string }>(
    'select command_id as id from command_key where command_id = any($1)',
    [commandIds],
  )
  return rows.map(({ id }) => id)
}

export const forgetCommandKeys = ({ pool }: { pool: Pool }) =>
  pool.query(`delete from command_key where used_at < now() - make_interval(days => ${keptDays})`)
