import { createHash } from 'node:crypto'

/**
 * The id of a command's event number `index`, from 0: the same command, tried again, gives the same
 * ids, so that the log recognises what it has already taken. A UUID of version 8 (RFC 9562), made
 * of the first 122 free bits of a SHA-256.
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
