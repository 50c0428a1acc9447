/** Whether this is `npm run test:long`, which makes all the promised repetitions. */
const isLong = process.env.LONG_TESTS === '1'

/**
 * How often a test repeats something: `usual` times in `npm test`, which should take at most ten
 * minutes, and `long` times in `npm run test:long`. Both can find the same faults, the former less
 * often.
 */
export const repetitions = ({ usual, long }: { usual: number; long: number }): number =>
  isLong ? long : usual
