import { Link } from 'react-router-dom'
import { formatNumber } from '../format/money.tsx'
import { classNames } from '../style/class-names.ts'
import './tab-links.css'

type TabLink = {
  text: string
  to: string
  isCurrent: boolean
  /**
   * Null while unknown. Space is reserved for the count, so that no tab moves when it has loaded.
   */
  count?: number | string | null | undefined
}

const shownCount = (count: number | string) =>
  typeof count === 'number' ? formatNumber(count) : count

/** Tabs as links. Each has its own URL, so that Back returns to the previous tab. */
export const TabLinks = ({
  label,
  tabs,
  isDense = false,
}: {
  label: string
  tabs: TabLink[]
  isDense?: boolean
}) => (
  <nav className={classNames('tab-links', isDense && 'tab-links-dense')} aria-label={label}>
    <ul>
      {tabs.map(({ text, to, isCurrent, count }) => (
        <li key={to}>
          <Link
            to={to}
            className="tab-link"
            // Set by hand, because the tab is in the query string, which `NavLink` ignores.
            aria-current={isCurrent ? 'page' : false}
          >
            {text}
            {count === null && <span className="tab-count" />}
            {count != null && <span className="tab-count">{shownCount(count)}</span>}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
