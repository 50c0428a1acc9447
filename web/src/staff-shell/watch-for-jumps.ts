/**
 * In milliseconds: if the difference between the two clocks changes by more than this, the device's
 * clock was set, or the device slept.
 */
const tolerated = 5_000

/**
 * Returns a function that says whether this device has slept, or its clock was set, since the last
 * call. If so, only the server knows how much time has passed.
 */
export const watchForJumps = (wall = Date.now, steady = () => performance.now()) => {
  let apart = wall() - steady()
  return (): boolean => {
    const before = apart
    apart = wall() - steady()
    return Math.abs(apart - before) > tolerated
  }
}
