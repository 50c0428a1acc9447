import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

export const Figure = ({
  label,
  to,
  value,
  children,
}: {
  label: string
  to: string
  value: ReactNode
  /** A comparison with the previous period, or what the value consists of. */
  children?: ReactNode
}) => (
  <li className="figure">
    <Link to={to} className="figure-link">
      <span className="figure-label">{label}</span>
      <strong className="figure-value">{value}</strong>
    </Link>
    <span className="figure-note">{children}</span>
  </li>
)
