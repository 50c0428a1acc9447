/** A chart's lowest and highest value. Both are round numbers, and 0 is in the range. */
export type Scale = { low: number; high: number }

const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** Rounds a value up to a round number. A whole number becomes at most 1.5 times as large. */
export const roundUp = (value: number): number => {
  if (value <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(value))
  const step = steps.find((candidate) => candidate * power >= value) ?? 10
  // A whole number, because there is no half order.
  return Math.ceil(step * power)
}

export const scaleOf = (values: readonly number[]): Scale => {
  const low = 0 - roundUp(-Math.min(0, ...values))
  const high = roundUp(Math.max(0, ...values))
  return { low: low === 0 ? 0 : low, high: high === low ? 1 : high }
}

/** Where a value is drawn, in percent of the height from the top. */
export const heightOf = (value: number, { low, high }: Scale): number =>
  ((high - value) / (high - low)) * 100
