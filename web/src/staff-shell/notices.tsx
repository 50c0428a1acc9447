import { counted } from '@strand/contracts/counted'
import { staffNoticeEndpoints } from '@strand/contracts/shop/staff.endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { call } from '../shared/api/client.ts'
import { Button } from '../shared/buttons/button.tsx'
import { Modal } from '../shared/dialogs/modal.tsx'
import { NoticeBox } from '../shared/feedback/notice-box.tsx'
import { formatNumber } from '../shared/format/money.tsx'
import { RelativeTime } from '../shared/format/relative-time.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { followLiveOrders, useLiveOrders } from '../shared/server-state/live-orders.ts'
import { useMailCounts } from '../shared/server-state/mail-counts.ts'
import { useOrderCounts } from '../shared/server-state/order-queries.ts'
import { keepSessionAlive, signOut, useAdmin } from '../shared/session/session.ts'
import { usePermission } from '../shared/session/use-permission.ts'
import { useSessionClock } from './use-session-clock.ts'

/** In milliseconds: the pause between two polls. */
const lookEvery = 60_000

/**
 * Shows technical problems that staff should know about, above every page, for as long as they
 * last.
 */
export const StaffNotices = () => (usePermission('orders.read') ? <Strip /> : null)

const Strip = () => {
  const { data = [] } = useQuery({
    queryKey: ['staff-notices'],
    queryFn: async ({ signal }) =>
      (await call(staffNoticeEndpoints.listNotices, { signal })).result,
    refetchInterval: lookEvery,
  })
  return data.map(({ kind, text }) => <NoticeBox key={kind} kind="failure" title={text} />)
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/**
 * Appears two minutes before the session ends, with a button that continues it. Activity in any tab
 * continues it, too.
 */
export const SessionNotice = () => {
  const secondsLeft = useSessionClock()
  const id = useId()
  if (secondsLeft === null) return null
  const stay = () => void keepSessionAlive({ isActivity: true })
  return (
    <Modal alert title="Are you still there?" onClose={stay}>
      <div className="form">
        <p id={id}>
          There was no activity for a while. You will be signed out in two minutes, to keep the
          orders safe.
        </p>
        <p className="session-notice-clock" aria-hidden="true">
          {clock(secondsLeft)}
        </p>
        <div className="form-buttons">
          <Button onClick={() => void signOut()}>Log out</Button>
          <Button variant="primary" data-first-focus aria-describedby={id} onClick={stay}>
            Stay signed in
          </Button>
        </div>
      </div>
    </Modal>
  )
}

/**
 * Appears above every staff screen while the mail server is down, or while emails wait for a
 * decision.
 */
export const MailNotices = () => {
  const { data } = useMailCounts()
  const { pathname, search } = useLocation()
  const here = pathname + search
  if (!data) return null
  const { outage, waiting, held } = data
  return (
    <>
      {outage && (
        <NoticeBox
          kind="failure"
          title="The mail server isn’t answering: no emails are going out"
          text={`${mails(waiting)} and will go out when it is back. Nothing is lost.`}
        >
          It stopped <RelativeTime at={outage.since} />.{' '}
          {here !== paths.waitingMails && <Link to={paths.waitingMails}>Waiting emails</Link>}
        </NoticeBox>
      )}
      {held > 0 && (
        <NoticeBox
          kind="info"
          title={counted(held, 'email is held', 'emails are held')}
          text="There were more orders than usual, from one customer or in the whole shop. Check them, then send or drop the emails."
        >
          {here !== paths.heldMails && <Link to={paths.heldMails}>Held emails</Link>}
        </NoticeBox>
      )}
    </>
  )
}

const mails = (count: number) => counted(count, 'email is waiting', 'emails are waiting')

/**
 * Follows the live stream of orders on every staff screen, and announces new orders to screen
 * readers.
 */
export const NewOrdersAnnouncer = () => (usePermission('orders.read') ? <Following /> : null)

const Following = () => {
  const client = useQueryClient()
  const { userid } = useAdmin()
  useEffect(() => {
    return followLiveOrders(client, userid)
  }, [client, userid])
  const { connected, newOrders } = useLiveOrders()
  const { data } = useOrderCounts(!connected)
  return (
    <p className="for-screen-readers" role="status">
      {newOrders.length > 0 &&
        `New orders: ${newOrders.length}. Pending now: ${formatNumber(data?.pending ?? 0)}.`}
    </p>
  )
}
