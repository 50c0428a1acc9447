/** A larger gap between two clocks means that one was set, or that the device slept. */
const tolerated = 5_000

/**
 * Returns a function that tells whether this device slept or its clock was set since it was last
 * called: then how much time has passed is the server's to say.
 */
export const watchForJumps = (wall = Date.now, steady = () => performance.now()) => {
  let apart = wall() - steady()
  return (): boolean => {
    const before = apart
    apart = wall() - steady()
    return Math.abs(apart - before) > tolerated
  }
}
