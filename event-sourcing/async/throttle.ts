/**
 * Passes on the first call immediately, and after that at most one call per `pauseMs` milliseconds.
 * `suppressed` is the number of calls that were dropped since the last report. Without a throttle,
 * a library that reports the same lost connection a thousand times a second could fill the disk
 * with log lines.
 */
export const throttle = <T>(pauseMs: number, report: (value: T, suppressed: number) => void) => {
  let last = Number.NEGATIVE_INFINITY
  let suppressed = 0
  return (value: T) => {
    const now = performance.now()
    if (now - last < pauseMs) {
      suppressed++
      return
    }
    last = now
    report(value, suppressed)
    suppressed = 0
  }
}
