import { mailEndpoints } from '@strand/contracts/mail/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { call } from '../shared/api/client.ts'
import { NoticeBox } from '../shared/feedback/notice-box.tsx'
import { formatNumber } from '../shared/format/money.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { mailsKey } from '../shared/server-state/mails-key.ts'
import { usePermission } from '../shared/session/use-permission.ts'

/** Milliseconds between two polls: held mails wait for a person, so seconds do not matter. */
const pollEvery = 60_000

/** Shown on every staff screen while mails are held: somebody is placing orders by the hundred. */
export const HeldMailsNotice = () => (usePermission('mails.manage') ? <Held /> : null)

const Held = () => {
  const { data } = useQuery({
    queryKey: [...mailsKey, 'held'],
    queryFn: async ({ signal }) => {
      const query = { state: 'held', results: 1 }
      return (await call(mailEndpoints.listMails, { query, signal })).result.total
    },
    refetchInterval: pollEvery,
  })
  if (!data) return null
  return (
    <NoticeBox
      kind="info"
      title={data === 1 ? '1 mail is held' : `${formatNumber(data)} mails are held`}
      text="More orders came than usual, from one customer or in the whole shop. Look at them, then send or drop the mails."
    >
      <Link to={paths.heldMails}>Held mails</Link>
    </NoticeBox>
  )
}
