import type { ReactNode } from 'react'

/** A term and its value, inside a `dl`. Renders nothing if the value is unknown. */
export const Fact = ({
  term,
  isWide = false,
  children,
}: {
  term: string
  isWide?: boolean
  children: ReactNode
}) =>
  children ? (
    <div className={isWide ? 'fact-wide' : undefined}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  ) : null
