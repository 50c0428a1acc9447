import { Link } from 'react-router-dom'
import { NoticeBox } from '../shared/feedback/notice-box.tsx'
import { formatNumber } from '../shared/format/money.tsx'
import { RelativeTime } from '../shared/format/relative-time.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { useMailCounts } from '../shared/server-state/mail-counts.ts'

/** Above every staff screen while no mail goes out, or while mails wait for a decision. */
export const MailNotices = () => {
  const { data } = useMailCounts()
  if (!data) return null
  const { outage, waiting, held } = data
  return (
    <>
      {outage && (
        <NoticeBox
          kind="failure"
          title="The mail server isn’t answering: no mail is going out"
          text={`${mails(waiting)} and will go out when it is back. Nothing is lost.`}
        >
          Since <RelativeTime at={outage.since} />.{' '}
          <Link to={paths.waitingMails}>Waiting mails</Link>
        </NoticeBox>
      )}
      {held > 0 && (
        <NoticeBox
          kind="info"
          title={held === 1 ? '1 mail is held' : `${formatNumber(held)} mails are held`}
          text="There were more orders than usual, from one customer or in the whole shop. Check them, then send or drop the mails."
        >
          <Link to={paths.heldMails}>Held mails</Link>
        </NoticeBox>
      )}
    </>
  )
}

const mails = (count: number) =>
  count === 1 ? '1 mail waits' : `${formatNumber(count)} mails wait`
