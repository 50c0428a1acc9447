import type { UserEvent } from '@strand/contracts/accounts/events'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Connection } from '@strand/event-sourcing/postgres/pool'
import { withPosition } from '@strand/platform/http/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../account/account.ts'
import { selfOrigin } from '../account/origin.ts'
import type { UserDependencies } from '../dependencies.ts'
import { sessionAnswer } from './answer.ts'
import { firstToken, startSession } from './sessions.ts'

export type Entered = { sessionId: string; eventIds: string[] }

const enteredElsewhere = () =>
  new Rejected('unauthenticated', 'This sign-in was already used, please sign in again')

/**
 * Starts a session for a person who has passed every step of the sign-in. Returns null if, in the
 * meantime, the password has changed or the account was archived: either change ends all sessions,
 * and a session started now would survive it.
 */
export const enter = async (
  { accountEvents, now }: UserDependencies,
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
  const { sessionId } = await startSession(connection, owner, now())
  const eventIds = await accountEvents.record(connection, selfOrigin(request, userId, now()), [
    ...events,
    { type: 'UserSignedIn', data: { userId } },
  ])
  return { sessionId, eventIds }
}

/** Answers a sign-in, new or repeated, and marks the browser as known. */
export const answerEntered = async (
  shared: UserDependencies,
  reply: FastifyReply,
  account: Account,
  { device, entered }: { device: string | null; entered: Entered },
) => {
  const { pool, tokenSecret, now } = shared
  const refreshToken = await firstToken(pool, tokenSecret, entered.sessionId, now())
  if (refreshToken === null) throw enteredElsewhere()
  shared.devices.remember(reply, account, device)
  withPosition(reply, await shared.accountEvents.publish(account.userId, entered.eventIds))
  return sessionAnswer(shared, account, 'You are signed in', {
    sessionId: entered.sessionId,
    refreshToken,
  })
}

/** The first match counts, because most browsers also claim to be others. */
const browsers: [RegExp, string][] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** The browser's name, as its owner sees it. The rest of the header is not stored. */
const deviceName = (request: FastifyRequest): string => {
  const agent = request.headers['user-agent'] ?? ''
  const nameIn = (names: [RegExp, string][]) => names.find(([sign]) => sign.test(agent))?.[1]
  const browser = nameIn(browsers) ?? 'Unknown browser'
  const system = nameIn(systems)
  return system ? `${browser} on ${system}` : browser
}
