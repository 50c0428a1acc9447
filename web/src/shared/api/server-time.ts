/**
 * Tells the server's time, because a device's own clock may be years off, or may be corrected while
 * the page is open. Between two answers, `performance.now()` measures how much time has passed,
 * because nobody can set that clock.
 */

/**
 * In milliseconds: the lower and upper bound for how far the server's time is ahead of
 * `performance.now()`.
 */
let ahead: { least: number; most: number } | null = null

/** In milliseconds: the precision of a `Date` header, which is one second. */
const headerStep = 1_000

/**
 * Learns the server's time from an answer's `Date` header. Each answer narrows the bounds. If an
 * answer contradicts them, it replaces them, because `performance.now()` may have stopped while the
 * computer slept.
 *
 * @param sentAt `performance.now()` before the call; `receivedAt` is `performance.now()` after it
 */
export const noteServerTime = (date: string | null, sentAt: number, receivedAt: number): void => {
  const time = Date.parse(date ?? '')
  if (Number.isNaN(time)) return
  const told = { least: time - receivedAt, most: time + headerStep - sentAt }
  const least = Math.max(told.least, ahead?.least ?? told.least)
  const most = Math.min(told.most, ahead?.most ?? told.most)
  ahead = least <= most ? { least, most } : told
}

/** For tests, which share this module. */
export const forgetServerTime = (): void => {
  ahead = null
}

/** In milliseconds since 1970; null until the server has answered. */
export const knownServerTime = (): number | null =>
  ahead && Math.round((ahead.least + ahead.most) / 2 + performance.now())

/**
 * The server's time. Until the server has answered, this is the device's own time, which may be
 * wrong.
 */
export const serverNow = (): number => knownServerTime() ?? Date.now()
