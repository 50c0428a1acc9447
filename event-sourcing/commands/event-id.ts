import { createHash } from 'node:crypto'

/**
 * Derives a UUID from a command's id and a name: version 8 (RFC 9562), with the first 122 bits of a
 * SHA-256 in its free bits.
 */
export const uuidFrom = (commandId: string, name: string): string => {
  const bytes = createHash('sha256').update(`${commandId}\n${name}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}

/**
 * The id of a command's event number `index`, from 0. A retry of the same command gives its events
 * the same ids, so the log recognizes events that it already has.
 */
export const eventIdOf = (commandId: string, index: number): string =>
  uuidFrom(commandId, String(index))

/** The events that a command appended to this stream; empty if it has not appended any. */
export const eventsOfCommand = <Recorded extends { id: string }>(
  stream: Recorded[],
  commandId: string,
): Recorded[] => {
  const firstId = eventIdOf(commandId, 0)
  const first = stream.findIndex(({ id }) => id === firstId)
  if (first < 0) return []
  const following = stream.slice(first)
  const end = following.findIndex(({ id }, index) => id !== eventIdOf(commandId, index))
  return end < 0 ? following : following.slice(0, end)
}
