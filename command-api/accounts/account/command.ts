import { randomUUID } from 'node:crypto'
import { BadSetting } from '@strand/event-sourcing/errors'
import { type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import { removeFactors } from '../second-factor/factors.ts'
import { endSessions } from '../session/sessions.ts'
import { accountByEmail } from './account.ts'
import { recordEvents } from './account-events.ts'

const usage = 'Usage: npm run account -- reset-second-factor <email>'

/**
 * Lets the shop's operator help someone who has lost their phone, passkeys and recovery codes.
 * Returns the outcome in words; throws `BadSetting` with a one-sentence message. A running
 * command-api appends the resulting event to the log.
 */
export const accountCommand = async (pool: Pool, args: string[], now: Date): Promise<string> => {
  const [command, email, ...rest] = args
  if (command !== 'reset-second-factor' || !email || rest.length > 0) throw new BadSetting(usage)
  const account = await accountByEmail(pool, email)
  if (!account) throw new BadSetting(`No account has the address ${email}.`)
  const { userId } = account
  await transaction(pool, async (connection) => {
    await removeFactors(connection, userId)
    await endSessions(connection, userId, now)
    const actor = { kind: 'system' as const, id: 'command-api' }
    await recordEvents(
      connection,
      { commandId: randomUUID(), correlationId: randomUUID(), at: now, actor },
      [{ type: 'UserSecondFactorReset', data: { userId } }],
    )
  })
  return `${account.email} now signs in with only a password, and every session has ended.`
}
