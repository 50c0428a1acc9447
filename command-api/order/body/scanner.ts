/**
 * Cuts the `base64Image` strings out of a JSON text as its bytes arrive, so that only the rest must
 * be parsed. It reads only quotes, backslashes and the text before a string. Outside a string, a
 * quote begins one. Inside, a backslash escapes the next byte, and a quote ends the string. A
 * string after `"base64Image"` and a colon is cut out.
 *
 * In the rest, a placeholder replaces each of these strings. Parsing the rest then shows whether
 * the text is JSON, and whether the strings are at permitted places.
 */
export type Piece =
  | { type: 'begin' }
  /** Bytes between the string's quotes, with their escapes. */
  | { type: 'bytes'; bytes: Buffer }
  | { type: 'end' }

type Scanner = {
  /** The pieces of cut-out strings in this chunk. Throws `RestTooLong`. */
  pieces: (chunk: Buffer) => Generator<Piece>
  /** The rest of the text, with a placeholder for each string. */
  rest: () => string
}

export class RestTooLong extends Error {
  override name = 'RestTooLong'
}

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
const key = Buffer.from('base64Image')

/**
 * @param limit the maximum size of the rest in bytes
 * @param placeholder makes the text for the string with this index; clients must not be able to
 *   guess it
 */
export const openScanner = (limit: number, placeholder: (index: number) => string): Scanner => {
  const rest = Buffer.allocUnsafe(limit)
  let length = 0
  let cuts = 0
  let state: 'outside' | 'string' | 'cut' = 'outside'
  let isEscaped = false
  let stringStart = 0
  /** How much of `"base64Image" :` was read last. */
  let before: 'nothing' | 'key' | 'colon' = 'nothing'

  const keep = (byte: number) => {
    if (length >= limit) throw new RestTooLong()
    rest[length++] = byte
  }
  const outside = (byte: number) => {
    if (byte === quote && before === 'colon') {
      for (const placed of Buffer.from(JSON.stringify(placeholder(cuts++)))) keep(placed)
      state = 'cut'
      before = 'nothing'
      return
    }
    keep(byte)
    if (isSpace(byte)) return
    before = byte === colon && before === 'key' ? 'colon' : 'nothing'
    if (byte !== quote) return
    state = 'string'
    stringStart = length
  }
  const inString = (byte: number) => {
    keep(byte)
    if (isEscaped) isEscaped = false
    else if (byte === backslash) isEscaped = true
    else if (byte === quote) {
      state = 'outside'
      before = key.equals(rest.subarray(stringStart, length - 1)) ? 'key' : 'nothing'
    }
  }
  /**
   * The index at which the cut-out string ends in this chunk, or the chunk's end if the string
   * continues.
   */
  const endOfCut = (chunk: Buffer, from: number): number => {
    const end = chunk.indexOf(quote, from)
    const slash = chunk.indexOf(backslash, from)
    if (!isEscaped && (slash === -1 || (end !== -1 && end < slash)))
      return end === -1 ? chunk.length : end
    for (let at = from; at < chunk.length; at++) {
      if (isEscaped) isEscaped = false
      else if (chunk[at] === backslash) isEscaped = true
      else if (chunk[at] === quote) return at
    }
    return chunk.length
  }

  return {
    pieces: function* (chunk) {
      let at = 0
      while (at < chunk.length) {
        if (state === 'cut') {
          const end = endOfCut(chunk, at)
          if (end > at) yield { type: 'bytes', bytes: chunk.subarray(at, end) }
          at = end + 1
          if (end === chunk.length) continue
          state = 'outside'
          yield { type: 'end' }
          continue
        }
        const byte = chunk[at++] ?? 0
        if (state === 'string') inString(byte)
        else outside(byte)
        // The opening quote was replaced by a placeholder just now.
        if ((state as string) === 'cut') yield { type: 'begin' }
      }
    },
    rest: () => rest.toString('utf8', 0, length),
  }
}
