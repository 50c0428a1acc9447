import type { ReactNode } from 'react'

/** A term and what is known of it, in a `dl`; nothing where nothing is known. */
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
