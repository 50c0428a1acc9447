import { toLine } from '@strand/contracts/characters'

const longestText = 500

/** A narration, a name or a reference: one line, single spaces, no hidden characters. */
export const tidy = (text: string): string =>
  toLine(text.replace(/\s+/g, ' '))
    .trim()
    .slice(0, longestText)
    .toWellFormed()
    .replaceAll('\ufffd', '?')

/** The text of a file in UTF-8, UTF-16 or windows-1252, whichever its bytes are. */
export const decodeText = (bytes: Uint8Array): string => {
  const encoding = utf16Of(bytes)
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** By the mark at its beginning or, without one, by the zeros that Latin text has in UTF-16. */
const utf16Of = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, 200)
  const zerosAt = (parity: number) =>
    head.filter((byte, at) => at % 2 === parity && byte === 0).length
  const [even, odd] = [zerosAt(0), zerosAt(1)]
  if (even === odd || Math.max(even, odd) < head.length * 0.4) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** `&amp;` and `&#38;` as `&`; an entity of another name stays as it is. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return named[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
