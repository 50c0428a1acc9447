/**
 * The server's time, which is the only clock that decisions use. Between answers,
 * `performance.now()` measures the time, because nobody can set that clock. A phone's own clock may
 * be years off, or be corrected while the page is open.
 */

/** In milliseconds: bounds on how far the server's time is ahead of `performance.now()`. */
let ahead: { least: number; most: number } | null = null

/** A `Date` header is exact to one second. */
const headerStep = 1_000

/**
 * Learns the server's time from an answer. Each answer narrows the bounds. An answer outside the
 * bounds replaces them, because `performance.now()` may stop while a computer sleeps.
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

/** The server's time or, until the server has answered, this device's. For display only. */
export const serverNow = (): number => knownServerTime() ?? Date.now()
