/**
 * Whether a date's year is one that the shop accepts.
 *
 * @param written the date, with the year first
 */
export const isInSupportedYears = (written: string) => {
  const year = Number(written.slice(0, 4))
  return !(year < 2000 || year > 2100)
}
export const unsupportedYear = 'The year must be from 2000 to 2100'
