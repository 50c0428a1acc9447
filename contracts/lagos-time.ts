/** The shop's time zone: an hour ahead of UTC, all year round, since 1919. */
export const lagosZone = 'Africa/Lagos'
const offsetMs = 3_600_000

const lagosTimePattern = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/

/**
 * Converts `YYYY-MM-DD HH:mm:ss` in the shop's time zone to an ISO 8601 instant; null if the time
 * is invalid.
 */
export const parseLagosTime = (written: string): string | null => {
  if (!lagosTimePattern.test(written)) return null
  const time = Date.parse(`${written.replace(' ', 'T')}Z`)
  // Without this check, 30 February would become a day in March.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 19) !== written.replace(' ', 'T'))
    return null
  return new Date(time - offsetMs).toISOString()
}

/** Formats an instant as `YYYY-MM-DD HH:mm:ss` in the shop's time zone. */
export const formatLagosTime = (instant: string): string =>
  new Date(Date.parse(instant) + offsetMs).toISOString().slice(0, 19).replace('T', ' ')

/**
 * An instant's day in the shop's time zone, `YYYY-MM-DD`. This is the same day as in UTC, except in
 * the last hour of a UTC day. Without this shortcut, a rebuild would spend 5% of its time on
 * computing days.
 */
export const lagosDay = (instant: string): string =>
  instant.endsWith('Z') && instant.slice(11, 13) < '23'
    ? instant.slice(0, 10)
    : formatLagosTime(instant).slice(0, 10)
