/**
 * Whether a written date, which begins with its year, is within the years that the shop accepts.
 */
export const isInSupportedYears = (written: string) => {
  const year = Number(written.slice(0, 4))
  return !(year < 2000 || year > 2100)
}
export const unsupportedYear = 'The year must be from 2000 to 2100'
