/**
 * Lets through the first call at once and then at most one in `pauseMs`, each with the number of
 * calls that were held back since the last: a library that reports the same lost connection a
 * thousand times a second must not fill a disk with it.
 */
export const rarely = <T>(pauseMs: number, tell: (value: T, heldBack: number) => void) => {
  let last = Number.NEGATIVE_INFINITY
  let heldBack = 0
  return (value: T) => {
    const now = performance.now()
    if (now - last < pauseMs) {
      heldBack++
      return
    }
    last = now
    tell(value, heldBack)
    heldBack = 0
  }
}
