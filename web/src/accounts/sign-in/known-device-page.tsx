import { accountEndpoints } from '@strand/contracts/accounts/endpoints'
import { Link, useNavigate } from 'react-router-dom'
import { callOnce } from '../../shared/api/call-once.ts'
import { Button } from '../../shared/buttons/button.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { useCommand } from '../../shared/server-state/use-command.ts'
import { AccountLayout } from './account-layout.tsx'
import { knownDevice } from './first-texts.ts'
import { useLinkToken } from './use-link-token.ts'

/**
 * `/known-device/{token}`, which a link in an email opens. The page waits for a click, because mail
 * scanners open links, too.
 */
export const KnownDevicePage = () => {
  const token = useLinkToken() ?? ''
  const navigate = useNavigate()
  const { attempt, busy, failure } = useCommand({
    send: () => callOnce(accountEndpoints.confirmDevice, { params: { token } }),
    success: 'Confirmed',
    situation: 'activation',
    onSuccess: () => navigate(paths.admin, { replace: true }),
  })
  return (
    <AccountLayout {...knownDevice}>
      {failure && (
        <NoticeBox kind="failure" {...failure}>
          <Link to={paths.requestResetPassword}>Reset password</Link>
        </NoticeBox>
      )}
      <Button variant="primary" busy={busy} disabled={busy} onClick={() => void attempt(undefined)}>
        {busy ? 'Confirming...' : 'Use this browser'}
      </Button>
      <p className="account-links">
        <Link to={paths.admin}>Back to sign-in</Link>
      </p>
    </AccountLayout>
  )
}
