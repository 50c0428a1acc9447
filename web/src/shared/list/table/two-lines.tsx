import type { ReactNode } from 'react'

/** A cell's text, with a second line in smaller letters. */
export const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className="two-lines">
    <span>{first}</span>
    {second && <span className="second-line">{second}</span>}
  </span>
)
