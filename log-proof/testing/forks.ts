import fc from 'fast-check'

/**
 * A log that was `older` events long is `newer` events long now, and has been another one since index
 * `forkedAt`; what was seen of it was altered when that is below `older`.
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
