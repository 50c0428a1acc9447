import { isApiError } from '../api/api-error.ts'
import { useOnlineStatus } from '../browser/use-online-status.ts'
import { NoticeBox } from '../feedback/notice-box.tsx'

/**
 * Says that the screen may be out of date or, if nothing is shown, that nothing can be looked up.
 */
export const OfflineNotice = ({ error, shown }: { error: Error | null; shown: boolean }) => {
  const online = useOnlineStatus()
  if (online && !(isApiError(error) && (error.isNetworkError || error.isTimeout))) return null
  return (
    <div className="offline-notice">
      <NoticeBox
        kind="info"
        title={online ? 'The shop can’t be reached.' : 'You are offline.'}
        text={
          shown
            ? 'What you see may be out of date. It updates when you’re back online.'
            : 'You can look up your order when you’re back online.'
        }
      />
    </div>
  )
}
