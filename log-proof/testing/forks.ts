import fc from 'fast-check'

/**
 * A log that had `older` events and now has `newer`. From index `forkedAt` on, its events differ
 * from the old ones: if `forkedAt` is below `older`, old events have been altered.
 */
export const forks = fc
  .record({
    older: fc.integer({ min: 1, max: 700 }),
    more: fc.integer({ min: 0, max: 700 }),
    fork: fc.nat(),
  })
  .map(({ older, more, fork }) => ({
    older,
    newer: older + more,
    forkedAt: fork % (older + more + 1),
  }))
