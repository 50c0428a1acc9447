import type { Enrolment, FactorMethod, SignedIn } from '@strand/contracts/accounts/second-factor'
import { secondFactorEndpoints } from '@strand/contracts/accounts/second-factor.endpoints'
import { useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { Button } from '../../shared/buttons/button.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { CodeEntry } from '../../shared/second-factor/code-form.tsx'
import { createPasskey, hasPasskeys } from '../../shared/second-factor/passkey.ts'
import { RecoveryCodes } from '../../shared/second-factor/recovery-codes.tsx'
import { TotpSecret } from '../../shared/second-factor/totp-secret.tsx'
import { useCommand } from '../../shared/server-state/use-command.ts'
import { AccountLayout } from './account-layout.tsx'
import { prove, type Step } from './second-step.tsx'

const begin = (challenge: string, method: FactorMethod) =>
  call(secondFactorEndpoints.enrolAtSignIn, { body: { challenge, method } })

/**
 * Enrols a second factor in one of two ways. `done` is true once the new factor has signed the user
 * in.
 */
const useEnrolment = (challenge: string) => {
  const [totp, setTotp] = useState<Enrolment['totp']>()
  const [done, setDone] = useState<SignedIn>()
  const app = useCommand({
    send: () => begin(challenge, 'totp'),
    situation: 'login',
    onSuccess: ({ totp }) => setTotp(totp),
  })
  const passkey = useCommand({
    send: async () => {
      const offer = await begin(challenge, 'passkey')
      return prove({ challenge, credential: await createPasskey(offer) })
    },
    situation: 'login',
    onSuccess: setDone,
  })
  return {
    totp,
    done,
    setDone,
    beginTotp: () => void app.attempt(undefined),
    addPasskey: () => void passkey.attempt(undefined),
    failure: app.failure ?? passkey.failure,
    busy: app.busy || passkey.busy,
  }
}

/** Adds a second factor for a user who has none, in a shop that requires a second factor. */
export const EnrolStep = ({
  step: { methods, challenge },
  onSignedIn,
  onStartAgain,
}: {
  step: Step
  onSignedIn: (answer: SignedIn) => void
  onStartAgain: () => void
}) => {
  const { totp, done, setDone, beginTotp, addPasskey, failure, busy } = useEnrolment(challenge)
  if (done)
    return (
      <AccountLayout title="Recovery codes">
        <RecoveryCodes codes={done.recoveryCodes ?? []} onDone={() => onSignedIn(done)} />
      </AccountLayout>
    )
  return (
    <AccountLayout
      title="Add a second factor"
      intro="This shop also asks for one each time you sign in."
    >
      {failure && <NoticeBox kind="failure" {...failure} />}
      {totp ? (
        <>
          <TotpSecret {...totp} />
          <CodeEntry
            text="Confirm"
            situation="login"
            send={(code) => prove({ challenge, code })}
            onSuccess={setDone}
          />
        </>
      ) : (
        <div className="form">
          <Button variant="primary" disabled={busy} onClick={beginTotp}>
            Use an authenticator app
          </Button>
          {methods.includes('passkey') && hasPasskeys() && (
            <Button disabled={busy} onClick={addPasskey}>
              Use a passkey
            </Button>
          )}
        </div>
      )}
      <p className="account-links">
        <Button variant="quiet" onClick={onStartAgain}>
          Start again
        </Button>
      </p>
    </AccountLayout>
  )
}
