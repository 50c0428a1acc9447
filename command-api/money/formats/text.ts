import { toLine } from '@strand/contracts/characters'
import { refusal } from './statement.ts'

const maxTextLength = 500

/**
 * Cuts a text that is too long, and ends it with `…`. This mark does not change a line's id, which
 * uses only the letters and digits of the narration.
 */
const cut = (text: string): string =>
  text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength)}…`

/**
 * Turns a narration, name or reference into one line, with single spaces and no hidden characters.
 */
export const tidy = (text: string): string =>
  cut(toLine(text.replace(/\s+/g, ' ')).trim())
    .toWellFormed()
    .replaceAll('\ufffd', '?')

/** Joins the texts of one transfer, and leaves out each text that another one contains. */
export const joinTexts = (texts: string[]): string => {
  const told = texts.filter((text) => text !== '')
  const isSaid = (text: string, at: number) =>
    told.some((other, place) => other.includes(text) && (other !== text || place < at))
  return cut(told.filter((text, at) => !isSaid(text, at)).join(' '))
}

/**
 * Decodes a file's text: as UTF-8 or UTF-16 if its bytes are valid, else in the encoding that the
 * beginning of the file names, else as windows-1252.
 */
export const decodeText = (
  bytes: Uint8Array,
  declaredIn: (head: string) => string | undefined = () => undefined,
): string => {
  const encoding = utf16Of(bytes)
  if (encoding) return withoutEnd(new TextDecoder(encoding).decode(bytes))
  try {
    return withoutEnd(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
    const text = withoutEnd(decoderOf(declaredIn(head) ?? '').decode(bytes))
    if (declaredIn(head) === undefined && isInOtherLetters(text.slice(0, 100_000)))
      throw refusal(
        'unsupported-media-type',
        'The file doesn’t say which character encoding it uses',
        'open it in Excel, save it as .xlsx, and try again',
      )
    return text
  }
}

/**
 * Whether most accented letters stand side by side. No language that uses windows-1252 is like
 * this, so the text must be in another encoding.
 */
const isInOtherLetters = (text: string): boolean => {
  const accented = text.match(/[À-ÖØ-öø-ÿ]/g)?.length ?? 0
  const inRows = text.match(/[À-ÖØ-öø-ÿ]{4,}/g)?.reduce((sum, { length }) => sum + length, 0) ?? 0
  return inRows > 8 && inRows * 2 > accented
}

/** Some banks' programs end a file with the DOS end mark, or fill its last block with zeros. */
const withoutEnd = (text: string): string => {
  let end = text.length
  while (end > 0 && (text[end - 1] === '\0' || text[end - 1] === '\u001a')) end--
  return text.slice(0, end)
}

const decoderOf = (label: string) => {
  try {
    // Decoding as UTF-8 has already failed, so a label that says UTF-8 is wrong, and following it
    // would lose letters.
    if (!/^utf-?8$/i.test(label)) return new TextDecoder(label)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return new TextDecoder('windows-1252')
}

/** Recognizes UTF-16 by its byte order mark or, without one, by the zeros between Latin letters. */
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
