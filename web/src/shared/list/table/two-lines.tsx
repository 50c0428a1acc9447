import type { ReactNode } from 'react'

export const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className="two-lines">
    <span>{first}</span>
    {second && <span className="second-line">{second}</span>}
  </span>
)
