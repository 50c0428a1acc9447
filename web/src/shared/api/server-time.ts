/**
 * The only clock that decisions depend on: the server's, kept running by a clock that nobody can set. A
 * phone's own may be years off, or be corrected while the page is open.
 */

/** Bounds of how far the server's time is ahead of `performance.now()`. */
let ahead: { least: number; most: number } | null = null

/** A `Date` header counts whole seconds. */
const headerStep = 1_000

/**
 * Learns the server's time from an answer. Each answer narrows it down; one that does not fit starts
 * over, since `performance.now()` may stand still while a computer sleeps.
 *
 * @param sentAt what `performance.now()` was before the call, and after it
 */
export const noteServerTime = (date: string | null, sentAt: number, receivedAt: number): void => {
  const time = Date.parse(date ?? '')
  if (Number.isNaN(time)) return
  const told = { least: time - receivedAt, most: time + headerStep - sentAt }
  const least = Math.max(told.least, ahead?.least ?? told.least)
  const most = Math.min(told.most, ahead?.most ?? told.most)
  ahead = least <= most ? { least, most } : told
}

export const forgetServerTime = (): void => {
  ahead = null
}

/** The server's milliseconds since 1970; null until it has answered. */
export const knownServerTime = (): number | null =>
  ahead && Math.round((ahead.least + ahead.most) / 2 + performance.now())

/** The same for display only: this device's guess until the server has answered. */
export const serverNow = (): number => knownServerTime() ?? Date.now()
