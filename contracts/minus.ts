/**
 * Formats a number with a real minus sign, which is as wide as a digit, instead of `Intl`'s hyphen.
 * The sign comes before any currency symbol, and zero has no sign.
 */
export const withMinus = (value: number, format: (size: number) => string): string =>
  value < 0 ? `−${format(-value)}` : format(Math.abs(value))
