/**
 * The highest position in the event log that this tab's own commands have reached. Reads send it, so that a
 * user never sees a screen without the change they just made. It is kept as long as the tab is open, to cover
 * a reload right after a command.
 */
const storageKey = 'strand.position'

const stored = (): bigint => {
  try {
    return BigInt(sessionStorage.getItem(storageKey) ?? 0)
  } catch {
    return 0n
  }
}

let highest: bigint | undefined

export const latestPosition = (): string | null => {
  highest ??= stored()
  return highest > 0n ? String(highest) : null
}

/** Records an answer's `X-Position`, if it is the highest so far. */
export const recordPosition = (position: string | null): void => {
  if (!position || !/^\d{1,30}$/.test(position)) return
  highest ??= stored()
  if (BigInt(position) <= highest) return
  highest = BigInt(position)
  try {
    sessionStorage.setItem(storageKey, String(highest))
  } catch {
    // Private browsing without storage: the variable alone still covers this page.
  }
}
