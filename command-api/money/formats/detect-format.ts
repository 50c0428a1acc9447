import { locked, notReadable, oldWorkbook } from './statement.ts'
import { decodeText } from './text.ts'

const startsWith = (bytes: Uint8Array, text: string) =>
  Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text

/** The kinds of files. What a bank calls "Excel" may be a web page or an XML workbook. */
export type FileKind = 'csv' | 'xlsx' | 'html' | 'spreadsheet-xml' | 'ofx' | 'camt' | 'mt940'

/**
 * Recognizes a file's kind from its content, because names and media types are unreliable. Throws
 * if the file is not a statement.
 */
export const detectFormat = (bytes: Uint8Array): FileKind => {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  if (head.includes('%PDF-')) throw notReadable('This is a PDF, whose rows cannot be read safely')
  if (startsWith(bytes, '\xd0\xcf\x11\xe0')) throw oldOffice(bytes)
  if (startsWith(bytes, 'PK')) return 'xlsx'
  const text = decodeText(bytes.subarray(0, 8192))
    .replace(/^\ufeff/, '')
    .trimStart()
  if (isSwift(text)) return 'mt940'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no text has them, pictures and archives do
  if (/[\u0000-\u0008\u000e-\u001f]/.test(text))
    throw notReadable('This isn’t a bank statement: it is neither text nor a workbook')
  if (/^OFXHEADER|<\?OFX|<OFX>/i.test(text)) return 'ofx'
  if (/urn:schemas-microsoft-com:office:spreadsheet/.test(text) && /<(\w+:)?Workbook/.test(text))
    return 'spreadsheet-xml'
  if (/^<!DOCTYPE html|^<html|^<(head|body|meta|style|table|div)\b/i.test(text)) return 'html'
  if (text.startsWith('<')) return 'camt'
  return 'csv'
}

/** Whether the text has the fields of a SWIFT message, after any of the headers that banks use. */
const isSwift = (text: string) =>
  /(?:^|[\r\n]|\{4:)\s*:20:/.test(text) && /[\r\n]\s*:(?:25P?|28C?|60[FM]|61|34F):/.test(text)

/**
 * The error for an old workbook, or for a new one with a password: both have the same container.
 */
const oldOffice = (bytes: Uint8Array) =>
  Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le')) ? locked() : oldWorkbook()
