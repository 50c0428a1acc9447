import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../shared/buttons/button.tsx'
import { Loading } from '../../shared/feedback/loading.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { restoreSession, useSession } from '../../shared/session/session.ts'
import { AccountLayout } from './account-layout.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { setPassword } from './first-texts.ts'
import { PasswordChanged } from './password-changed.tsx'
import { type Activation, needsNewLink, useActivation } from './use-activation.ts'
import { useLinkToken } from './use-link-token.ts'

const changePassword = {
  title: 'Change password',
  intro: 'Changing the password ends your other sessions.',
}

/**
 * `/account-activation/:token?` and `/change-password/:token?`: first tries the token from the
 * email link, then shows the form. Active staff also change their password here.
 */
export const ChangePasswordPage = () => {
  const token = useLinkToken()
  const session = useSession()
  const { activation, activate } = useActivation(token)
  const [changed, setChanged] = useState<string | null>(null)
  useEffect(() => {
    if (!session.isAuthChecked) void restoreSession()
  }, [session.isAuthChecked])

  const isActive = session.admin?.status === 'active'
  if (changed !== null) return <PasswordChanged message={changed} />
  if (!session.isAuthChecked) return <Loading />

  if (activation.kind === 'running' || activation.kind === 'failed')
    return <Activating activation={activation} onRetry={activate} />

  return (
    <AccountLayout {...(isActive ? changePassword : setPassword)}>
      {activation.kind === 'done' && (
        <NoticeBox
          kind="success"
          title="Your email address is confirmed"
          text="Choose your own password, and the account is ready."
        />
      )}
      <ChangePasswordForm
        key={session.admin?.userName ?? ''}
        isActive={isActive}
        email={session.admin?.userName ?? ''}
        onChanged={setChanged}
      />
      <p className="account-links">
        <Link to={isActive ? paths.dashboard : paths.admin}>
          {isActive ? 'Back to the dashboard' : 'Back to sign-in'}
        </Link>
      </p>
    </AccountLayout>
  )
}

const Activating = ({
  activation,
  onRetry,
}: {
  activation: Extract<Activation, { kind: 'running' | 'failed' }>
  onRetry: () => void
}) => (
  <AccountLayout title="Activate your account">
    {needsNewLink(activation) ? (
      <p className="account-links">
        <Link to={paths.admin}>Back to sign-in</Link>
      </p>
    ) : (
      <div className="form">
        <Button
          variant="primary"
          busy={activation.kind === 'running'}
          disabled={activation.kind === 'running'}
          onClick={onRetry}
        >
          {activation.kind === 'running' ? 'Activating account...' : 'Try again'}
        </Button>
      </div>
    )}
    {/* The notice is below the button, so that the button does not move. */}
    {activation.kind === 'failed' && <NoticeBox kind="failure" {...activation.notice} />}
  </AccountLayout>
)
