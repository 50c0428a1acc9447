import { Login, sessionMinutes } from '@strand/contracts/accounts/session'
import { lazy, type RefObject, Suspense, useEffect, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { Loading } from '../../shared/feedback/loading.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { SubmitButton } from '../../shared/forms/submit-button.tsx'
import { useCommandForm } from '../../shared/forms/use-command-form.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { enterSession, restoreSession, signIn, useSession } from '../../shared/session/session.ts'
import { AccountLayout } from './account-layout.tsx'
import { EmailField } from './email-field.tsx'
import { signInTitle } from './first-texts.ts'
import { useOidcReturn } from './oidc-return.ts'
import { PasswordField } from './password-input.tsx'
import { ProviderButton } from './provider-button.tsx'
import type { Step } from './second-step.tsx'

/** `/admin`. Redirects users who are already signed in. */
export const SignInPage = () => {
  const session = useSession()
  const cameFrom = useCameFrom()
  useEffect(() => {
    if (!session.isAuthChecked) void restoreSession()
  }, [session.isAuthChecked])

  if (!session.isAuthChecked) return <Loading />
  if (session.admin?.status === 'pending') return <Navigate to={paths.accountActivation} replace />
  if (session.isAuthenticated) return <Navigate to={cameFrom ?? paths.dashboard} replace />
  return <SignInForm />
}

const useCameFrom = (): string | undefined => {
  const state: unknown = useLocation().state
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined
  return typeof state.from === 'string' ? state.from : undefined
}

/**
 * Links the notice to the focused field, so that screen readers announce why the user must sign in.
 */
const noticeId = 'sign-in-notice'

/** These steps load only for users who need a second factor to sign in. */
const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }))
const EnrolStep = lazy(async () => ({ default: (await import('./enrol-step.tsx')).EnrolStep }))

const SignInForm = () => {
  const [step, setStep] = useState<Step | null>(null)
  const { fieldProps, submit, busy, form } = useCommandForm({
    schema: Login,
    initial: { email: '', password: '' },
    send: signIn,
    situation: 'login',
    onSuccess: setStep,
  })
  const returned = useOidcReturn(setStep)
  useFocusOnEmail(form)
  if (returned.busy) return <Loading />
  if (step) {
    const Next = step.enrol ? EnrolStep : SecondStep
    return (
      <Suspense fallback={<Loading />}>
        <Next step={step} onSignedIn={enterSession} onStartAgain={() => setStep(null)} />
      </Suspense>
    )
  }
  return (
    <AccountLayout title={signInTitle}>
      <div id={noticeId} className="account-notice">
        <EndedNotice />
        {returned.failure && <NoticeBox kind="failure" {...returned.failure} />}
      </div>
      <form ref={form} className="form" noValidate onSubmit={submit}>
        <EmailField fieldProps={fieldProps} describedBy={noticeId} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          {...fieldProps('password')}
        />
        <SubmitButton busy={busy} text="Sign in" busyText="Signing in..." />
      </form>
      <ProviderButton />
      <p className="account-links">
        <Link to={paths.requestResetPassword}>Reset password</Link>
      </p>
    </AccountLayout>
  )
}

/**
 * Focuses the email field unless something else has the focus, so that a user whose session ended
 * can type at once. Otherwise the first Tab would reach the link to the customers' form.
 */
const useFocusOnEmail = (form: RefObject<HTMLFormElement | null>): void => {
  useEffect(() => {
    if (document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>('[name="email"]')?.focus()
  }, [form])
}

/** Why the user has to sign in again, if that is not obvious. */
const EndedNotice = () => {
  const { endReason: ended } = useSession()
  const back = useCameFrom() ? ' After signing in you are back where you were.' : ''
  if (ended === 'inactive')
    return (
      <NoticeBox
        kind="info"
        title="You were signed out"
        text={`There was no activity for ${sessionMinutes} minutes.${back}`}
      />
    )
  if (ended === 'refused')
    return (
      <NoticeBox kind="info" title="Your session has ended" text={`Please sign in again.${back}`} />
    )
  if (ended === 'unreachable')
    return (
      <NoticeBox
        kind="failure"
        title="The shop cannot be reached"
        text="You may still be signed in, but there was no answer. Please check your connection."
        action={{ text: 'Try again', onClick: () => void restoreSession() }}
      />
    )
  return null
}
