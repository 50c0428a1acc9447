import { accountEndpoints } from '@strand/contracts/accounts/endpoints'
import {
  activationOutdated,
  activationTokenUsed,
  invitationExpired,
} from '@strand/contracts/accounts/session'
import { useEffect } from 'react'
import { isApiError } from '../../shared/api/api-error.ts'
import { callOnce } from '../../shared/api/call-once.ts'
import type { Notice } from '../../shared/api/error-catalogue.ts'
import { useCommand } from '../../shared/server-state/use-command.ts'

/**
 * In milliseconds: the pause between opening the page and trying the link, from the specification.
 */
export const activationDelay = 2_000

export type Activation =
  | { kind: 'not-asked' }
  | { kind: 'running' }
  | { kind: 'done' }
  | { kind: 'failed'; notice: Notice }

export const isAlreadyUsed = (error: unknown): boolean =>
  isApiError(error) && error.answered && error.message === activationTokenUsed

/** Whether the user needs a new link, because this link can no longer work. */
export const needsNewLink = (activation: Activation): boolean =>
  activation.kind === 'failed' &&
  [invitationExpired, activationOutdated].includes(activation.notice.text)

/** A link that was already used counts as a success. */
const activateAccount = (token: string) =>
  callOnce(accountEndpoints.activateAccount, { params: { token } }).catch((error) => {
    if (!isAlreadyUsed(error)) throw error
  })

/**
 * Tries the link from an activation email soon after the page opens, and again if the user asks for
 * it.
 */
export const useActivation = (token: string | undefined) => {
  const { attempt, busy, done, failure } = useCommand({
    send: activateAccount,
    situation: 'activation',
  })
  const activate = () => {
    if (token) void attempt(token)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is tried once
  useEffect(() => {
    if (!token) return
    const timer = setTimeout(activate, activationDelay)
    return () => clearTimeout(timer)
  }, [token])

  const activationOf = (): Activation => {
    if (!token) return { kind: 'not-asked' }
    if (done) return { kind: 'done' }
    return failure && !busy ? { kind: 'failed', notice: failure } : { kind: 'running' }
  }
  return { activation: activationOf(), activate }
}
