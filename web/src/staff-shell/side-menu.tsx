import { Link, useLocation } from 'react-router-dom'
import { formatNumber } from '../shared/format/money.tsx'
import { useMailCounts } from '../shared/server-state/mail-counts.ts'
import { useMentions } from '../shared/server-state/mentions.ts'
import { useMoneyCounts } from '../shared/server-state/money-counts.ts'
import { useOrderCounts } from '../shared/server-state/order-queries.ts'
import { useAdmin } from '../shared/session/session.ts'
import { classNames } from '../shared/style/class-names.ts'
import { cappedCount, entryOf, type MenuItem, visibleMenu } from './menu.ts'
import { menuIcons } from './menu-icons.tsx'

/**
 * The groups of links. A collapsed menu shows only the icons, but screen readers still read the
 * texts.
 */
export const SideMenu = ({ onNavigate }: { onNavigate?: () => void }) => {
  const { permissions } = useAdmin()
  return (
    <nav className="side-menu" aria-label="Staff">
      {visibleMenu(permissions).map(({ title, items }) => (
        <div key={items[0]?.to} className="side-menu-group">
          {title && (
            <p className="side-menu-title" aria-hidden="true">
              {title}
            </p>
          )}
          <ul aria-label={title ?? undefined}>
            {items.map((item) => (
              <li key={item.to}>
                <Entry
                  item={item}
                  name={
                    title === null || title === item.text ? item.text : `${title}: ${item.text}`
                  }
                  onNavigate={onNavigate}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

const Entry = ({
  item: { text, to, icon, badge },
  name,
  onNavigate,
}: {
  item: MenuItem
  /** Includes the group's name, because entries in different groups may have the same text. */
  name: string
  onNavigate: (() => void) | undefined
}) => {
  const Icon = menuIcons[icon]
  const isCurrent = entryOf(useLocation().pathname) === to
  return (
    <Link
      to={to}
      className={classNames('side-menu-link', isCurrent && 'active')}
      aria-current={isCurrent ? 'page' : undefined}
      title={name}
      onClick={onNavigate}
    >
      <Icon />
      <span className="side-menu-text">{text}</span>
      {badge && <Badge badge={badge} />}
    </Link>
  )
}

const Badge = ({ badge }: Required<Pick<MenuItem, 'badge'>>) => {
  const Shown = {
    pending: PendingCount,
    mails: MailBadge,
    mentions: MentionsBadge,
    money: MoneyBadge,
  }[badge]
  return <Shown />
}

const MentionsBadge = () => {
  const count = useMentions().data?.length ?? 0
  return count > 0 ? <Count count={count} meaning="with unread notes for you" /> : null
}

/**
 * The number of unmatched lines and of amounts that the bank took back, added up. If there are any
 * of the latter, the badge is an alarm, because they cannot wait.
 */
const MoneyBadge = () => {
  const { unmatched = 0, takenback = 0 } = useMoneyCounts().data ?? {}
  const count = unmatched + takenback
  if (count === 0) return null
  const lost = takenback > 0 ? `, ${formatNumber(takenback)} of them taken back by the bank` : ''
  return <Count count={count} meaning={`waiting${lost}`} isAlarm={takenback > 0} />
}

const PendingCount = () => {
  const { data } = useOrderCounts()
  return data ? <Count count={data.pending} meaning="pending" /> : null
}

const MailBadge = () => {
  const { data } = useMailCounts()
  if (data?.outage)
    return (
      <span className="side-menu-count side-menu-alarm">
        <span aria-hidden="true">!</span>
        <span className="for-screen-readers">, no emails are going out</span>
      </span>
    )
  const count = data ? data.failed + data.held : 0
  return count > 0 ? <Count count={count} meaning="failed or held" /> : null
}

const Count = ({
  count,
  meaning,
  isAlarm = false,
}: {
  count: number
  meaning: string
  isAlarm?: boolean
}) => (
  <span className={`side-menu-count${isAlarm ? ' side-menu-alarm' : ''}`}>
    <span aria-hidden="true">{cappedCount(count)}</span>
    <span className="for-screen-readers">
      , {formatNumber(count)} {meaning}
    </span>
  </span>
)
