/** If the gap between the two clocks changes by more than this, one was set or the device slept. */
const tolerated = 5_000

/**
 * Returns a function that tells whether this device has slept or its clock has been set since the last call.
 * If so, only the server knows how much time has passed.
 */
export const watchForJumps = (wall = Date.now, steady = () => performance.now()) => {
  let apart = wall() - steady()
  return (): boolean => {
    const before = apart
    apart = wall() - steady()
    return Math.abs(apart - before) > tolerated
  }
}
