import type {
  SecondFactorNeeded,
  SecondFactorProof,
  SignedIn,
} from '@strand/contracts/accounts/second-factor'
import { secondFactorEndpoints } from '@strand/contracts/accounts/second-factor.endpoints'
import { useState } from 'react'
import { callOnce } from '../../shared/api/call-once.ts'
import { Button } from '../../shared/buttons/button.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { CodeEntry } from '../../shared/second-factor/code-form.tsx'
import { hasPasskeys, provePasskey } from '../../shared/second-factor/passkey.ts'
import { useCommand } from '../../shared/server-state/use-command.ts'
import { AccountLayout } from './account-layout.tsx'

export type Step = SecondFactorNeeded['secondFactor']

export const prove = (body: SecondFactorProof) =>
  callOnce(secondFactorEndpoints.proveSecondFactor, { body })

export const SecondStep = ({
  step: { methods, challenge, passkey },
  onSignedIn,
  onStartAgain,
}: {
  step: Step
  onSignedIn: (answer: SignedIn) => void
  onStartAgain: () => void
}) => {
  const hasApp = methods.includes('totp')
  const withPasskey = passkey && hasPasskeys() ? passkey : null
  const [byRecovery, setByRecovery] = useState(!hasApp && !withPasskey)
  const asked = useCommand({
    send: async (options: NonNullable<Step['passkey']>) =>
      prove({ challenge, credential: await provePasskey(options) }),
    situation: 'login',
    onSuccess: onSignedIn,
  })
  return (
    <AccountLayout title="Confirm it’s you">
      {withPasskey && !byRecovery && (
        <>
          {asked.failure && <NoticeBox kind="failure" {...asked.failure} />}
          <Button
            variant={hasApp ? 'secondary' : 'primary'}
            busy={asked.busy}
            disabled={asked.busy}
            onClick={() => void asked.attempt(withPasskey)}
          >
            Use a passkey
          </Button>
        </>
      )}
      {(byRecovery || hasApp) && (
        <CodeEntry
          key={String(byRecovery)}
          kind={byRecovery ? 'recovery' : 'totp'}
          text="Sign in"
          situation="login"
          send={(code) => prove({ challenge, code })}
          onSuccess={onSignedIn}
        />
      )}
      <p className="account-links">
        {methods.includes('recovery') && (hasApp || withPasskey) && (
          <Button variant="quiet" onClick={() => setByRecovery(!byRecovery)}>
            {byRecovery ? 'Use your second factor' : 'Use a recovery code'}
          </Button>
        )}
        <Button variant="quiet" onClick={onStartAgain}>
          Start again
        </Button>
      </p>
    </AccountLayout>
  )
}
