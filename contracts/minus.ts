/**
 * Formats a number with a minus sign, which is as wide as a digit, instead of the hyphen of `Intl`.
 * The sign comes before any currency, and zero never has one.
 */
export const withMinus = (value: number, format: (size: number) => string): string =>
  value < 0 ? `−${format(-value)}` : format(Math.abs(value))
