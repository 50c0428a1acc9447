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

const escaped: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
/** A whole escape, one that the text ends in, or what begins like one and is none. */
const anyEscape = /\\(?:u([\da-fA-F]{4})|(["\\/bfnrt])|((?:u[\da-fA-F]{0,3})?$)|)/g
/** Characters of a data URL before its comma; real ones have some thirty. */
const longestPrefix = 1000
const nothing = Buffer.alloc(0)

/**
 * Decodes base64 as it lies in a JSON string, bare or in a data URL, part by part: the standard and the
 * URL alphabet, with or without padding, lines broken or not.
 */
export const openBase64Decoder = (): Base64Decoder => {
  let openEscape = ''
  /** What may be a data URL's beginning; null once that is settled. */
  let prefix: string | null = ''
  let carried = ''
  let isPadded = false
  let isBase64 = true

  const plainText = (part: Buffer): string => {
    const text = openEscape + part.toString('latin1')
    openEscape = ''
    // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none of them in a string
    if (/[\0-\x1f]/.test(text)) throw new BadString()
    if (!text.includes('\\')) return text
    return text.replace(
      anyEscape,
      (whole: string, code?: string, letter?: string, end?: string) => {
        if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
        if (letter !== undefined) return escaped[letter] ?? letter
        if (end === undefined) throw new BadString()
        openEscape = whole
        return ''
      },
    )
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
      if (openEscape !== '') throw new BadString()
      const text = prefix ?? ''
      prefix = null
      const bytes = decodeText(text)
      return Buffer.concat([bytes, Buffer.from(carried, 'base64')])
    },
    isBase64: () => isBase64,
  }
}
