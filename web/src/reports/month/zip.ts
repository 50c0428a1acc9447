const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

const crc32 = (bytes: Uint8Array): number => {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

const numbers = (...values: [value: number, bytes: 2 | 4][]): Uint8Array => {
  const bytes = new Uint8Array(values.reduce((sum, [, size]) => sum + size, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [value, size] of values) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  return bytes
}

export type ZippedFile = { name: string; content: Uint8Array<ArrayBuffer> }

/** 1 January 1980, the first day that a ZIP can name: the same files make the same bytes. */
const noTime: [number, 2 | 4][] = [
  [0, 2],
  [0x21, 2],
]

/** Files in one ZIP, as they are: tables of a month are small. Their names are UTF-8. */
export const zipOf = (files: readonly ZippedFile[]): Blob => {
  const local: Uint8Array[] = []
  const central: Uint8Array[] = []
  let offset = 0
  for (const { name, content } of files) {
    const nameBytes = new TextEncoder().encode(name)
    const shared = numbers(
      [20, 2],
      [0x0800, 2],
      [0, 2],
      ...noTime,
      [crc32(content), 4],
      [content.length, 4],
      [content.length, 4],
      [nameBytes.length, 2],
      [0, 2],
    )
    const head = [numbers([0x04034b50, 4]), shared, nameBytes, content]
    local.push(...head)
    central.push(
      numbers([0x02014b50, 4], [20, 2]),
      shared,
      numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      nameBytes,
    )
    offset += head.reduce((sum, { length }) => sum + length, 0)
  }
  const size = central.reduce((sum, { length }) => sum + length, 0)
  const end = numbers(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [files.length, 2],
    [files.length, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  )
  const parts = [...local, ...central, end] as Uint8Array<ArrayBuffer>[]
  return new Blob(parts, { type: 'application/zip' })
}
