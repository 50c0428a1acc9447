import { crc32, inflateRawSync } from 'node:zlib'
import { damaged, locked } from './statement.ts'

/**
 * How many bytes all the parts of a workbook may unpack to. A workbook with 200,000 rows needs 80
 * MB.
 */
const maxUnpacked = 120_000_000
const maxEntries = 5_000

type Entry = { method: number; crc: number; packed: number; unpacked: number; offset: number }

/**
 * Opens a zip file, whose parts can then be read by name. Unpacks a part only when it is asked for,
 * and only up to its stated size and the total limit. Verifies the part's checksum.
 */
export const openZip = (bytes: Uint8Array) => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = directoryOf(file)
  let left = maxUnpacked
  return {
    names: [...entries.keys()],
    read: (name: string): Buffer | null => {
      const entry = entries.get(name)
      if (!entry) return null
      left -= entry.unpacked
      if (left < 0) throw damaged('it unpacks to more than a statement could hold')
      return orDamaged(() => unpack(file, entry))
    },
  }
}

/**
 * Turns the errors that Node throws for reading past the end of a buffer, or for inflating invalid
 * data, into the error for a damaged file.
 */
const orDamaged = <T>(read: () => T): T => {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string')
      throw damaged('it cannot be unpacked')
    throw error
  }
}

const directoryOf = (file: Buffer): Map<string, Entry> =>
  orDamaged(() => {
    const end = file.lastIndexOf('PK\u0005\u0006')
    if (end < 0) throw damaged('its end is missing')
    const count = file.readUInt16LE(end + 10)
    if (count > maxEntries) throw damaged('it has too many parts')
    const entries = new Map<string, Entry>()
    let at = file.readUInt32LE(end + 16)
    for (let index = 0; index < count; index++) {
      if (file.readUInt32LE(at) !== 0x02014b50) throw damaged('its list of parts is broken')
      if (file.readUInt16LE(at + 8) & 1) throw locked()
      const nameLength = file.readUInt16LE(at + 28)
      entries.set(file.toString('utf8', at + 46, at + 46 + nameLength), {
        method: file.readUInt16LE(at + 10),
        crc: file.readUInt32LE(at + 16),
        packed: file.readUInt32LE(at + 20),
        unpacked: file.readUInt32LE(at + 24),
        offset: file.readUInt32LE(at + 42),
      })
      at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
    }
    return entries
  })

const unpack = (file: Buffer, { method, crc, packed, unpacked, offset }: Entry): Buffer => {
  const start = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28)
  const content = file.subarray(start, start + packed)
  if (method !== 0 && method !== 8) throw damaged('it is packed in an unknown way')
  const plain =
    method === 0 ? content : inflateRawSync(content, { maxOutputLength: Math.max(1, unpacked) })
  if (plain.length !== unpacked || crc32(plain) !== crc)
    throw damaged('one of its parts has changed')
  return plain
}
