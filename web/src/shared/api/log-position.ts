import { readStored, writeStored } from '../browser/stored.ts'

/**
 * The key for the highest log position that this tab's own commands have reached. Reads send this
 * position, so that users always see their own changes. It is stored for as long as the tab is
 * open, because the page may be reloaded right after a command.
 */
const storageKey = 'strand.position'

const isPosition = (text: string | null): text is string => text !== null && /^\d{1,30}$/.test(text)

const stored = (): bigint => {
  const kept = readStored('session', storageKey)
  return isPosition(kept) ? BigInt(kept) : 0n
}

let highest: bigint | undefined

export const latestPosition = (): string | null => {
  highest ??= stored()
  return highest > 0n ? String(highest) : null
}

/** Stores an answer's `X-Position` if it is the highest so far. */
export const recordPosition = (position: string | null): void => {
  if (!isPosition(position)) return
  highest ??= stored()
  if (BigInt(position) <= highest) return
  highest = BigInt(position)
  writeStored('session', storageKey, position)
}
