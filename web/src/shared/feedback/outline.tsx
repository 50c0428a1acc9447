import { Skeleton } from './loading.tsx'
import './outline.css'

/** A placeholder for content on a staff screen. Customers' screens do not load this file. */
export const Outline = ({
  what,
  rows = 8,
}: {
  /** What is loading, worded to complete the phrase `Loading the …`. */
  what: string
  rows?: number
}) => (
  <div className="outline" role="status">
    <span className="for-screen-readers">Loading the {what}…</span>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
      <div key={row} className="outline-row">
        <Skeleton width="9rem" />
        <Skeleton width="70%" />
        <Skeleton width="5rem" />
      </div>
    ))}
  </div>
)
