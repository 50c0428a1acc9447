import type { ReactNode } from 'react'

/** A term and its value in a `dl`; nothing for an unknown value. */
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
