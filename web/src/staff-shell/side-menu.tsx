import { NavLink } from 'react-router-dom'
import { formatNumber } from '../shared/format/money.tsx'
import { useOrderCounts } from '../shared/server-state/order-queries.ts'
import { useAdmin } from '../shared/session/session.ts'
import { cappedCount, type MenuItem, visibleMenu } from './menu.ts'
import { menuIcons } from './menu-icons.tsx'

/** The groups of links. Collapsing hides the texts from sight, but not from screen readers. */
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
  item: { text, to, icon, counts },
  name,
  onNavigate,
}: {
  item: MenuItem
  /** Includes the group, because entries of different groups may have the same text. */
  name: string
  onNavigate: (() => void) | undefined
}) => {
  const Icon = menuIcons[icon]
  return (
    <NavLink to={to} className="side-menu-link" title={name} onClick={onNavigate}>
      <Icon />
      <span className="side-menu-text">{text}</span>
      {counts && <PendingCount />}
    </NavLink>
  )
}

const PendingCount = () => {
  const { data } = useOrderCounts()
  if (!data) return null
  return (
    <span className="side-menu-count">
      <span aria-hidden="true">{cappedCount(data.pending)}</span>
      <span className="for-screen-readers">, {formatNumber(data.pending)} pending</span>
    </span>
  )
}
