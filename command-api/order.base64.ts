/** The inside of a JSON string that cannot be one. */
export class BadString extends Error {
  override name = 'BadString'
}

export type Base64Decoder = {
  /** The bytes that this part of the string adds. Throws `BadString`. */
  decode: (part: Buffer) => Buffer
  /** The last bytes. */
  end: () => Buffer
  /** Whether it has been base64 so far; what is not gives no more bytes. */
  isBase64: () => boolean
}

const backslash = 0x5c
const letterU = 0x75
/** What stands for the byte after a backslash; `u` and four digits aside. */
const escaped = new Map(
  [...'"\\/bfnrt'].map((letter, index) => [
    letter.charCodeAt(0),
    Buffer.from('"\\/\b\f\n\r\t')[index] ?? 0,
  ]),
)
const none = 0xff
/** What a byte is worth as a hexadecimal digit. */
const digitOf = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = Number.parseInt(String.fromCharCode(byte), 16)
  return Number.isNaN(digit) ? none : digit
})
/** Stands for every character that no alphabet of base64 has. */
const foreign = 0xff
/** Characters of a data URL before its comma; real ones have some thirty. */
const longestPrefix = 1000
const nothing = Buffer.alloc(0)

/**
 * Decodes base64 as it lies in a JSON string, bare or in a data URL, part by part: the standard and the
 * URL alphabet, with or without padding, lines broken or not.
 */
export const openBase64Decoder = (): Base64Decoder => {
  /** What comes next: any byte, the letter after a backslash, or so many digits of a code. */
  let expected: 'any' | 'escape' | number = 'any'
  let code = 0
  /** What may be a data URL's beginning; null once that is settled. */
  let prefix: string | null = ''
  let carried = ''
  let isPadded = false
  let isBase64 = true

  /** Byte by byte, as a text of escapes alone is a hostile one, and has to be cheap. */
  const plainText = (part: Buffer): string => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none of them in a string
    if (/[\0-\x1f]/.test(part.toString('latin1'))) throw new BadString()
    if (expected === 'any' && !part.includes(backslash)) return part.toString('latin1')
    const plain = Buffer.allocUnsafe(part.length)
    let length = 0
    for (let at = 0; at < part.length; at++) {
      const byte = part[at] ?? 0
      if (expected === 'any') {
        if (byte === backslash) expected = 'escape'
        else plain[length++] = byte
      } else if (expected === 'escape') {
        const meant = escaped.get(byte)
        if (meant === undefined && byte !== letterU) throw new BadString()
        if (meant === undefined) code = 0
        else plain[length++] = meant
        expected = meant === undefined ? 4 : 'any'
      } else {
        const digit = digitOf[byte] ?? none
        if (digit === none) throw new BadString()
        code = code * 16 + digit
        expected = expected === 1 ? 'any' : expected - 1
        if (expected === 'any') plain[length++] = Math.min(code, foreign)
      }
    }
    return plain.toString('latin1', 0, length)
  }
  const withoutPrefix = (text: string): string => {
    if (prefix === null) return text
    const start = prefix + text
    prefix = null
    if (!'data:'.startsWith(start.slice(0, 5))) return start
    const comma = start.length < 5 ? -1 : start.indexOf(',')
    if (comma !== -1) return start.slice(comma + 1)
    if (start.length > longestPrefix) isBase64 = false
    else prefix = start
    return ''
  }
  const decodeText = (text: string): Buffer => {
    if (!isBase64) return nothing
    const [, digits = '', padding = ''] = /^([\w+/-]*)(=*)$/.exec(text.replace(/\s+/g, '')) ?? []
    isBase64 = digits !== '' || padding !== '' || text.trim() === ''
    if (isPadded && digits !== '') isBase64 = false
    if (!isBase64) return nothing
    isPadded ||= padding !== ''
    const all = carried + digits
    const whole = all.length - (all.length % 4)
    carried = all.slice(whole)
    return Buffer.from(all.slice(0, whole), 'base64')
  }

  return {
    decode: (part) => decodeText(withoutPrefix(plainText(part))),
    end: () => {
      if (expected !== 'any') throw new BadString()
      const text = prefix ?? ''
      prefix = null
      const bytes = decodeText(text)
      return Buffer.concat([bytes, Buffer.from(carried, 'base64')])
    },
    isBase64: () => isBase64,
  }
}
