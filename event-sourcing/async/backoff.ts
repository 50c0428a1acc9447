export type Backoff = {
  /**
   * The delay after the first failure, in milliseconds. It doubles with each further failure, up to
   * `longest`.
   */
  first: number
  longest: number
  /** See `withJitter`. Default 0.2. */
  jitter?: number
}

/** The default suits a connection to a service in the same network. */
const reconnection: Backoff = { first: 100, longest: 5_000 }

/** Milliseconds to wait after this many failures in a row (1 or more): exponential, with jitter. */
export const backoffDelay = (
  failures: number,
  { first, longest, jitter = 0.2 }: Backoff = reconnection,
): number => withJitter(Math.min(first * 2 ** (failures - 1), longest), jitter)

/**
 * Makes a delay longer or shorter at random, by up to this fraction, so that processes that lost
 * the same server do not all reconnect at the same moment.
 */
export const withJitter = (milliseconds: number, jitter = 0.2): number =>
  milliseconds * (1 - jitter + 2 * jitter * Math.random())
