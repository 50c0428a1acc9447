import type { SecondFactorNeeded } from '@strand/contracts/accounts/second-factor'
import type { Session } from '@strand/contracts/accounts/session'
import { transaction } from '@strand/event-sourcing/postgres/pool'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../account/account.ts'
import type { UserDependencies } from '../dependencies.ts'
import { secondStep } from '../second-factor/second-step.ts'
import { answerEntered, enter } from './enter.ts'

/**
 * What follows the password, or the provider that stands in for it: the session, or what else is to
 * be proved. Null if the account changed meanwhile.
 *
 * @param device the browser, if it is known for this account
 */
export const afterFirstStep = async (
  shared: UserDependencies,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  account: Account,
  device: string | null,
): Promise<Session | SecondFactorNeeded | null> => {
  const step = await secondStep(shared, account)
  if (step) return step
  const entered = await transaction(shared.pool, (connection) =>
    enter(shared, connection, request, account),
  )
  return entered && answerEntered(shared, reply, account, { device, entered })
}
