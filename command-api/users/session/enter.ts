import type { UserEvent } from '@strand/contracts/users/events'
import { withPosition } from '@strand/platform/http/server'
import type { Connection } from '@strand/platform/postgres/pool'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../account/account.ts'
import { selfOrigin } from '../account/origin.ts'
import type { UserDependencies } from '../dependencies.ts'
import { sessionAnswer } from './answer.ts'
import { deviceName } from './device-name.ts'
import { startSession } from './sessions.ts'

export type Entered = { sessionId: string; refreshToken: string; eventIds: string[] }

/**
 * Starts the session of a person who has proved everything. Null if the password changed or the
 * account was archived since: all sessions were ended then, and one started now would survive that.
 */
export const enter = async (
  { tokenSecret, accountEvents, now }: UserDependencies,
  connection: Connection,
  request: FastifyRequest,
  { userId, passwordVersion }: Account,
  events: UserEvent[] = [],
): Promise<Entered | null> => {
  const { rowCount } = await connection.query(
    `select from account
     where user_id = $1 and password_version = $2 and status in ('pending', 'active') for share`,
    [userId, passwordVersion],
  )
  if (rowCount !== 1) return null
  const owner = { userId, device: deviceName(request) }
  const session = await startSession(connection, tokenSecret, owner, now())
  const eventIds = await accountEvents.record(connection, selfOrigin(request, userId, now()), [
    ...events,
    { type: 'UserSignedIn', data: { userId } },
  ])
  return { ...session, eventIds }
}

/** The answer to whoever has entered; their browser is known from now on. */
export const answerEntered = async (
  shared: UserDependencies,
  reply: FastifyReply,
  account: Account,
  { device, entered }: { device: string | null; entered: Entered },
) => {
  shared.devices.remember(reply, account, device)
  withPosition(reply, await shared.accountEvents.publish(account.userId, entered.eventIds))
  return sessionAnswer(shared, account, 'You are signed in', entered)
}
