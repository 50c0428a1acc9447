import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { signOut } from '../../shared/session/session.ts'
import { AccountLayout } from './account-layout.tsx'

export const passwordChanged = 'Password Changed'

/** In seconds: the countdown before the sign-in screen opens, from the specification. */
const countdownFrom = 5

/** Signs the user out after a password change, so that they sign in with the new password. */
export const PasswordChanged = ({ message }: { message: string }) => {
  const navigate = useNavigate()
  const [seconds, setSeconds] = useState(countdownFrom)
  useEffect(() => {
    void signOut()
    const timer = setInterval(() => setSeconds((left) => left - 1), 1000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (seconds <= 0) navigate(paths.admin, { replace: true })
  }, [seconds, navigate])
  return (
    <AccountLayout title={passwordChanged}>
      <NoticeBox kind="success" title={message} text="Please sign in with your new password." />
      <p aria-hidden="true" className="account-intro">
        The sign-in page opens in {Math.max(0, seconds)} s…
      </p>
      <p className="account-links">
        <Link to={paths.admin} replace>
          Go to sign-in now
        </Link>
      </p>
    </AccountLayout>
  )
}
