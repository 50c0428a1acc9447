import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { Loading } from '../shared/feedback/loading.tsx'
import { NoticeBox } from '../shared/feedback/notice-box.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { restoreSession, useSession } from '../shared/session/session.ts'

/** In milliseconds: the pause between two tries to reach the shop. */
const retryEvery = 5_000

/**
 * Shows the staff screens only to active staff. Others first have to sign in, or to activate their
 * account.
 */
export const StaffGuard = ({ children }: { children: ReactNode }) => {
  const { isAuthChecked: checkedAuth, isAuthenticated, admin, endReason: ended } = useSession()
  const { pathname, search, hash } = useLocation()
  const queryClient = useQueryClient()

  useEffect(() => {
    if (!checkedAuth) void restoreSession()
  }, [checkedAuth])

  const isAway = ended === 'unreachable' && !isAuthenticated
  useEffect(() => {
    if (!isAway) return
    const timer = setInterval(() => void restoreSession(), retryEvery)
    return () => clearInterval(timer)
  }, [isAway])

  // Clears all data when the user changes, so that the next user does not find the previous user's
  // data.
  const userid = admin?.userid
  // biome-ignore lint/correctness/useExhaustiveDependencies: clear when the person changes
  useEffect(() => () => queryClient.clear(), [userid, queryClient])

  if (!checkedAuth) return <Loading />
  if (isAway)
    return (
      <main className="load-failure">
        <NoticeBox
          kind="info"
          title="The shop isn’t answering"
          text="You’re still signed in. This page will come back on its own."
          action={{ text: 'Try now', onClick: () => void restoreSession() }}
        />
      </main>
    )
  if (!isAuthenticated) {
    const from = ended === 'signed-out' ? null : { from: pathname + search + hash }
    return <Navigate to={paths.admin} state={from} replace />
  }
  if (admin?.status !== 'active') return <Navigate to={paths.accountActivation} replace />
  return children
}
