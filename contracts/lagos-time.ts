/** The shop's clock: an hour ahead of UTC, all year round and since 1919. */
export const lagosZone = 'Africa/Lagos'
const offsetMs = 3_600_000

const lagosTimePattern = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/

/**
 * Converts `YYYY-MM-DD HH:mm:ss` on the shop's clock to an ISO 8601 instant; null when it is not a
 * valid time.
 */
export const parseLagosTime = (written: string): string | null => {
  if (!lagosTimePattern.test(written)) return null
  const time = Date.parse(`${written.replace(' ', 'T')}Z`)
  // A day that the month does not have, such as the 30th of February, would roll over.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 19) !== written.replace(' ', 'T'))
    return null
  return new Date(time - offsetMs).toISOString()
}

/** An instant as `YYYY-MM-DD HH:mm:ss` on the shop's clock. */
export const formatLagosTime = (instant: string): string =>
  new Date(Date.parse(instant) + offsetMs).toISOString().slice(0, 19).replace('T', ' ')

/**
 * The day of an instant on the shop's clock, as `YYYY-MM-DD`. In UTC it is the same day except in
 * the last hour: without this shortcut the days of orders would take a twentieth of a rebuild.
 */
export const lagosDay = (instant: string): string =>
  instant.endsWith('Z') && instant.slice(11, 13) < '23'
    ? instant.slice(0, 10)
    : formatLagosTime(instant).slice(0, 10)
