import type { ReactNode } from 'react'
import './charts.css'

/** A drawing with its title, what it says, and the table behind it. */
export const ChartFrame = ({
  title,
  summary,
  head,
  table,
  children,
}: {
  title: string
  /** What the drawing says, for who cannot see it. */
  summary: string
  /** Beside the title. */
  head?: ReactNode
  /** The same numbers, to be read. */
  table?: ReactNode
  children: ReactNode
}) => (
  <figure className="chart">
    <figcaption className="chart-head">
      <h3>{title}</h3>
      {head}
    </figcaption>
    <div role="img" aria-label={summary}>
      {children}
    </div>
    {table && (
      <details className="chart-table">
        <summary>
          <span className="for-screen-readers">{title}: </span>as a table
        </summary>
        {table}
      </details>
    )}
  </figure>
)
