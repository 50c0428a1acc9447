import type { ReactNode } from 'react'

/** A cell's text, and more about it in smaller letters below. */
export const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className="two-lines">
    <span>{first}</span>
    {second && <span className="second-line">{second}</span>}
  </span>
)
