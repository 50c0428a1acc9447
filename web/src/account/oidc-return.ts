import { OidcOutcome } from '@strand/contracts/users/oidc'
import { oidcEndpoints } from '@strand/contracts/users/oidc.endpoints'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { call, timeouts } from '../shared/api/client.ts'
import { failureNotice, type Notice } from '../shared/api/error-catalogue.ts'
import { enterOrStep } from '../shared/session/session.ts'
import type { Step } from './second-step.tsx'

const texts: Record<Exclude<OidcOutcome, 'done'>, string> = {
  expired: 'This sign-in took too long or was used already. Please begin again.',
  cancelled: 'The sign-in was cancelled. You can begin again, or use your password.',
  away: 'The service at which you sign in does not answer. Please try again, or use your password.',
  refused: 'The answer of the service at which you sign in was not accepted. Please try again.',
  unverified: 'Your email address is not verified there. Please verify it, or sign in by password.',
  unknown:
    'No active account of this shop has the email address that you use there. If you were invited, follow the link in that email first.',
}

const noticeOf = (outcome: OidcOutcome | undefined): Notice | null =>
  outcome && outcome !== 'done' ? { title: 'You are not signed in', text: texts[outcome] } : null

/**
 * What the browser brings back from the provider: a sign-in to finish, or why there is none. `busy`
 * while it is being finished.
 */
export const useOidcReturn = (onStep: (step: Step | null) => void) => {
  const [params, setParams] = useSearchParams()
  const [outcome] = useState(() => OidcOutcome.safeParse(params.get('oidc')).data)
  const [busy, setBusy] = useState(outcome === 'done')
  const [failure, setFailure] = useState(noticeOf(outcome))
  const isRead = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: an outcome is read once
  useEffect(() => {
    if (!outcome || isRead.current) return
    isRead.current = true
    setParams({}, { replace: true })
    if (outcome !== 'done') return
    call(oidcEndpoints.finishOidc, { timeout: timeouts.login })
      .then((answer) => onStep(enterOrStep(answer)))
      .catch((error) => setFailure(failureNotice(error, 'login')))
      .finally(() => setBusy(false))
  }, [])
  return { busy, failure }
}
