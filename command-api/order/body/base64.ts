export class InvalidString extends Error {
  override name = 'InvalidString'
}

type Base64Decoder = {
  /** Returns the bytes that this part of the string adds. Throws `InvalidString`. */
  decode: (part: Buffer) => Buffer
  end: () => Buffer
  /** Whether all text so far is base64. If not, no more bytes are returned. */
  isBase64: () => boolean
}

const backslash = 0x5c
const letterU = 0x75
/** The byte for each letter after a backslash. `\u` and its four digits are handled separately. */
const escaped = new Map(
  [...'"\\/bfnrt'].map((letter, index) => [
    letter.charCodeAt(0),
    Buffer.from('"\\/\b\f\n\r\t')[index] ?? 0,
  ]),
)
const none = 0xff
const digitOf = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = Number.parseInt(String.fromCharCode(byte), 16)
  return Number.isNaN(digit) ? none : digit
})
const foreign = 0xff
/**
 * The maximum length of a data URL's prefix before the comma; real ones have about thirty
 * characters.
 */
const maxPrefixLength = 1000
const nothing = Buffer.alloc(0)

/**
 * Decodes base64 from the parts of a JSON string, with or without a data URL's prefix. Accepts the
 * standard and the URL alphabet, padding and line breaks.
 */
export const openBase64Decoder = (): Base64Decoder => {
  const unescaper = openUnescaper()
  /** Text that may begin a data URL; null once it is clear whether it does. */
  let prefix: string | null = ''
  let carried = ''
  let isPadded = false
  let isBase64 = true

  const withoutPrefix = (text: string): string => {
    if (prefix === null) return text
    const start = prefix + text
    prefix = null
    if (!'data:'.startsWith(start.slice(0, 5))) return start
    const comma = start.length < 5 ? -1 : start.indexOf(',')
    if (comma !== -1) return start.slice(comma + 1)
    if (start.length > maxPrefixLength) isBase64 = false
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
    decode: (part) => decodeText(withoutPrefix(unescaper.plainText(part))),
    end: () => {
      unescaper.end()
      const text = prefix ?? ''
      prefix = null
      const bytes = decodeText(text)
      return Buffer.concat([bytes, Buffer.from(carried, 'base64')])
    },
    isBase64: () => isBase64,
  }
}

/** Decodes the escapes in the parts of a JSON string. */
const openUnescaper = () => {
  /**
   * What must come next: any byte, the letter after a backslash, or this many digits after `\u`.
   */
  let expected: 'any' | 'escape' | number = 'any'
  let code = 0

  /** Works on bytes, so that a hostile text of nothing but escapes costs little. */
  const plainText = (part: Buffer): string => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none of them in a string
    if (/[\0-\x1f]/.test(part.toString('latin1'))) throw new InvalidString()
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
        if (meant === undefined && byte !== letterU) throw new InvalidString()
        if (meant === undefined) code = 0
        else plain[length++] = meant
        expected = meant === undefined ? 4 : 'any'
      } else {
        const digit = digitOf[byte] ?? none
        if (digit === none) throw new InvalidString()
        code = code * 16 + digit
        expected = expected === 1 ? 'any' : expected - 1
        if (expected === 'any') plain[length++] = Math.min(code, foreign)
      }
    }
    return plain.toString('latin1', 0, length)
  }
  return {
    plainText,
    end: () => {
      if (expected !== 'any') throw new InvalidString()
    },
  }
}
