import { Link } from 'react-router-dom'
import { RelativeTime } from '../../shared/format/relative-time.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { useMentions } from '../../shared/server-state/mentions.ts'

/** The orders with a note that mentions this person, until they open them. */
export const UnreadMentions = () => {
  const { data = [] } = useMentions()
  if (data.length === 0) return null
  return (
    <section className="unread-mentions" aria-labelledby="unread-mentions">
      <h2 id="unread-mentions">Notes for you</h2>
      <ul>
        {data.map(({ orderid, name, createdat }) => (
          <li key={orderid}>
            <Link to={paths.auditOf(orderid)}>{orderid}</Link> {name},{' '}
            <RelativeTime at={createdat} />
          </li>
        ))}
      </ul>
    </section>
  )
}
