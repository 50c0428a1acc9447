import { readStored, writeStored } from '../browser/stored.ts'

/**
 * The highest log position of this tab's own commands. Reads send it, so that a user always sees
 * their own changes. The position is stored as long as the tab is open, for a reload right after a
 * command.
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
