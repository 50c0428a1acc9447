import { accountEndpoints } from '@strand/contracts/users/endpoints'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { call } from '../shared/api/client.ts'
import { failureNotice, type Notice } from '../shared/api/error-catalogue.ts'
import { Button } from '../shared/buttons/button.tsx'
import { NoticeBox } from '../shared/feedback/notice-box.tsx'
import { toast } from '../shared/feedback/toast.ts'
import { paths } from '../shared/navigation/paths.ts'
import { AccountLayout } from './account-layout.tsx'

/** `/known-device/{token}`, from a mail. It waits for a click, because mail scanners open links. */
export const KnownDevicePage = () => {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Notice | null>(null)
  const confirm = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const answer = await call(accountEndpoints.confirmDevice, { params: { token } })
      toast.success({ title: 'Confirmed', text: answer.responseMessage })
      navigate(paths.admin, { replace: true })
    } catch (error) {
      setFailure(failureNotice(error, 'activation'))
      setBusy(false)
    }
  }
  return (
    <AccountLayout
      title="Sign in with this browser"
      intro="Somebody failed to sign in to your account too often, and browsers that are not known have to wait. Confirm that this browser is yours, and then sign in."
    >
      {failure && (
        <NoticeBox kind="failure" {...failure}>
          <Link to={paths.requestResetPassword}>Reset password</Link>
        </NoticeBox>
      )}
      <Button variant="primary" busy={busy} disabled={busy} onClick={() => void confirm()}>
        {busy ? 'Confirming...' : 'Use this browser'}
      </Button>
      <p className="account-links">
        <Link to={paths.admin}>Back to sign-in</Link>
      </p>
    </AccountLayout>
  )
}
