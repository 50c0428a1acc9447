import { OidcOutcome } from '@strand/contracts/accounts/oidc'
import { oidcEndpoints } from '@strand/contracts/accounts/oidc.endpoints'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { callOnce } from '../../shared/api/call-once.ts'
import { timeouts } from '../../shared/api/client.ts'
import { failureNotice, type Notice } from '../../shared/api/error-catalogue.ts'
import { enterOrStep } from '../../shared/session/session.ts'
import type { Step } from './second-step.tsx'

const texts: Record<Exclude<OidcOutcome, 'done'>, string> = {
  expired: 'This sign-in took too long or was already used. Please start again.',
  cancelled: 'Sign-in was cancelled. You can start again, or use your password.',
  away: 'Your sign-in service isn’t answering. Please try again, or use your password.',
  refused: 'We couldn’t accept the answer from your sign-in service. Please try again.',
  unverified:
    'Your email address isn’t verified with that service. Please verify it there, or sign in with your password.',
  unknown:
    'No active account in this shop has that email address. If you were invited, follow the link in the invitation first.',
}

const noticeOf = (outcome: OidcOutcome | undefined): Notice | null =>
  outcome && outcome !== 'done' ? { title: 'You are not signed in', text: texts[outcome] } : null

/**
 * Runs when the identity provider sends the browser back: finishes the sign-in, or shows why it
 * failed. `busy` is true while the sign-in is being finished.
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
    callOnce(oidcEndpoints.finishOidc, { timeout: timeouts.login })
      .then((answer) => onStep(enterOrStep(answer)))
      .catch((error) => setFailure(failureNotice(error, 'login')))
      .finally(() => setBusy(false))
  }, [])
  return { busy, failure }
}
