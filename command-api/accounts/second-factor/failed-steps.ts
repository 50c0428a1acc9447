import { randomBytes } from 'node:crypto'
import type { UserEvent } from '@strand/contracts/accounts/events'
import type { Connection } from '@strand/event-sourcing/postgres/pool'
import { theShop } from '@strand/platform/fairness/places'
import type { Account } from '../account/account.ts'
import type { PasswordHashes } from '../password/hash.ts'

/** From this many in a row on, somebody knows the password and guesses: its owner is mailed. */
const suspicious = 10
/** This many are no mistake: the password ends, and its owner sets another by a mailed link. */
const most = 100

/**
 * Counts a second step that failed, from whatever network or browser. The throttle slows them down; this
 * ends them, since the password of somebody who fails so often is known.
 *
 * @returns what is recorded of it
 */
export const countFailedStep = async (
  connection: Connection,
  hashes: Pick<PasswordHashes, 'make'>,
  { userId, passwordVersion }: Account,
): Promise<UserEvent[]> => {
  const { rows } = await connection.query<{ failures: number }>(
    `update account set failed_second_steps = failed_second_steps + 1
     where user_id = $1 and password_version = $2 returning failed_second_steps as failures`,
    [userId, passwordVersion],
  )
  const failed: UserEvent = { type: 'UserSecondFactorFailed', data: { userId } }
  const failures = rows[0]?.failures
  if (failures === suspicious) return [failed, { type: 'UserPasswordKnown', data: { userId } }]
  if (failures !== most) return [failed]
  // Its challenges and known browsers end with it. Nobody has this password, and checking it costs
  // as much as any other.
  await connection.query(
    `update account set password_hash = $2, password_version = password_version + 1,
       failed_second_steps = 0 where user_id = $1`,
    [userId, await hashes.make(randomBytes(32).toString('base64url'), theShop)],
  )
  return [failed, { type: 'UserPasswordEnded', data: { userId } }]
}

/** A second step was right. */
export const forgetFailedSteps = async (connection: Connection, userId: string) => {
  await connection.query(
    'update account set failed_second_steps = 0 where user_id = $1 and failed_second_steps > 0',
    [userId],
  )
}
