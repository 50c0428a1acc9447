/**
 * Formats a number with a real minus sign, which is as wide as a digit, instead of `Intl`'s hyphen.
 * The sign is before any currency; zero has none.
 */
export const withMinus = (value: number, format: (size: number) => string): string =>
  value < 0 ? `−${format(-value)}` : format(Math.abs(value))
