import { accountEndpoints } from '@strand/contracts/users/endpoints'
import { activationTokenUsed } from '@strand/contracts/users/session'
import { useCallback, useEffect, useState } from 'react'
import { isApiError } from '../shared/api/api-error.ts'
import { fetchResponse } from '../shared/api/client.ts'
import { failureNotice, type Notice } from '../shared/api/error-catalogue.ts'
import { toast } from '../shared/feedback/toast.ts'

/** Milliseconds between opening the page and trying the link, as the specification requires. */
export const activationDelay = 2_000

export type Activation =
  | { kind: 'not-asked' }
  | { kind: 'running' }
  | { kind: 'done' }
  | { kind: 'failed'; notice: Notice }

export const isAlreadyUsed = (error: unknown): boolean =>
  isApiError(error) && error.answered && error.message === activationTokenUsed

/** Tries the link from an activation mail automatically, and again on request. */
export const useActivation = (token: string | undefined) => {
  const [activation, setActivation] = useState<Activation>({
    kind: token ? 'running' : 'not-asked',
  })

  const activate = useCallback(async () => {
    if (!token) return
    setActivation({ kind: 'running' })
    try {
      await fetchResponse(accountEndpoints.activateAccount, { params: { token } })
      setActivation({ kind: 'done' })
    } catch (error) {
      if (isAlreadyUsed(error)) return setActivation({ kind: 'done' })
      const notice = failureNotice(error, 'activation')
      toast.failure(notice)
      setActivation({ kind: 'failed', notice })
    }
  }, [token])

  useEffect(() => {
    if (!token) return
    const timer = setTimeout(activate, activationDelay)
    return () => clearTimeout(timer)
  }, [token, activate])

  return { activation, activate }
}
