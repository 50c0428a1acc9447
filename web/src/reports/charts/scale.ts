/**
 * The lowest and the highest value on a chart's axis. Both are round numbers, and the range
 * includes 0.
 */
export type Scale = { low: number; high: number }

const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/**
 * Rounds up to a number that looks round, such as 150 or 2,000. A whole number becomes at most 1.5
 * times as large.
 */
export const roundUp = (value: number): number => {
  if (value <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(value))
  const step = steps.find((candidate) => candidate * power >= value) ?? 10
  // Whole, because an axis with half orders makes no sense.
  return Math.ceil(step * power)
}

export const scaleOf = (values: readonly number[]): Scale => {
  const low = 0 - roundUp(-Math.min(0, ...values))
  const high = roundUp(Math.max(0, ...values))
  return { low: low === 0 ? 0 : low, high: high === low ? 1 : high }
}

/** Where to draw a value: the distance from the top, in percent of the height. */
export const heightOf = (value: number, { low, high }: Scale): number =>
  ((high - value) / (high - low)) * 100
