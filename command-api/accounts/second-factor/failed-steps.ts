import { randomBytes } from 'node:crypto'
import type { UserEvent } from '@strand/contracts/accounts/events'
import type { Connection } from '@strand/event-sourcing/postgres/pool'
import { theShop } from '@strand/platform/fairness/places'
import type { Account } from '../account/account.ts'
import type { PasswordHashes } from '../password/hash.ts'

/**
 * After this many consecutive failures, the owner gets an email: someone who knows the password is
 * guessing codes.
 */
const suspicious = 10
/**
 * This many failures cannot all be typing errors: the password is voided, and the owner sets a new
 * one through a mailed link.
 */
const most = 100

/**
 * Counts failed second steps from any network or browser. The throttle only slows attempts down;
 * this count stops them, because only someone who knows the password can fail so often.
 *
 * @returns the events to record
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
  // Sets a random password that nobody knows, so that checking it costs as much as checking any
  // other. A new password also ends the account's challenges and known browsers.
  await connection.query(
    `update account set password_hash = $2, password_version = password_version + 1,
       failed_second_steps = 0 where user_id = $1`,
    [userId, await hashes.make(randomBytes(32).toString('base64url'), theShop)],
  )
  return [failed, { type: 'UserPasswordEnded', data: { userId } }]
}

export const forgetFailedSteps = async (connection: Connection, userId: string) => {
  await connection.query(
    'update account set failed_second_steps = 0 where user_id = $1 and failed_second_steps > 0',
    [userId],
  )
}
