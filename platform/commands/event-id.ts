import { createHash } from 'node:crypto'

/**
 * The id of event number `index` of a command, from 0: a retry of the same command gives the same
 * ids, so that the log recognises events that it already holds. A UUID of version 8 (RFC 9562),
 * made of the first 122 free bits of a SHA-256.
 */
export const eventIdOf = (commandId: string, index: number): string => {
  const bytes = createHash('sha256').update(`${commandId}\n${index}`).digest().subarray(0, 16)
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
