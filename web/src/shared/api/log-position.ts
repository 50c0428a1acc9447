import { readStored, writeStored } from '../browser/stored.ts'

/**
 * The highest position in the event log that this tab's own commands have reached. Reads send it, so that a
 * user never sees a screen without the change they just made. It is kept as long as the tab is open, to cover
 * a reload right after a command.
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

/** Records an answer's `X-Position`, if it is the highest so far. */
export const recordPosition = (position: string | null): void => {
  if (!isPosition(position)) return
  highest ??= stored()
  if (BigInt(position) <= highest) return
  highest = BigInt(position)
  writeStored('session', storageKey, position)
}
