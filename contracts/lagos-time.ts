/** Africa/Lagos, the shop's clock: an hour ahead of UTC all year round. */
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
