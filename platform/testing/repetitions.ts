/** Whether this is the long run, `npm run test:long`: everything as often as it is promised. */
const isLong = process.env.LONG_TESTS === '1'

/**
 * How often a test repeats something: `usual` times in `npm test`, which is to take a quarter of an
 * hour, and `long` times in `npm run test:long`. Both are the same test: a fault that it can find, it
 * finds less often in the usual run.
 */
export const repetitions = ({ usual, long }: { usual: number; long: number }): number =>
  isLong ? long : usual
