import { toLine } from '@strand/contracts/characters'
import { acceptedTypes, type FileType, wrongFileType } from '@strand/contracts/uploads'
import { Rejected } from '@strand/event-sourcing/errors'
import { fileTypeFromBuffer } from 'file-type'

/**
 * How many bytes at a file's start are read to detect its type; enough to name most refused types,
 * too.
 */
export const headLength = 4100

const signatures: [FileType, number[]][] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
]

/**
 * The number of blank bytes at the start, with any byte order mark. Some banks' sites send blank
 * lines before a PDF, and every viewer skips them.
 */
const blankLength = (head: Uint8Array): number => {
  const start = head.findIndex((byte) => !blanks.has(byte))
  return start < 0 ? 0 : start
}
const blanks = new Set([0xef, 0xbb, 0xbf, 0x09, 0x0a, 0x0d, 0x20])

/**
 * Detects a file's type from its first bytes; the name and the declared type do not count. For any
 * type but PNG, JPEG and PDF, throws with the specification's text.
 */
export const detectFileType = async (
  head: Uint8Array,
  { fileName, fileType }: { fileName: string; fileType: string },
): Promise<FileType> => {
  for (const [type, signature] of signatures) {
    const start = type === 'application/pdf' ? blankLength(head) : 0
    if (signature.every((byte, index) => head[start + index] === byte)) return type
  }
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  // If a text file claims to be a PNG, the error must not call it `image/png`.
  const claimed = acceptedTypes.includes(fileType) || fileType === '' ? 'unknown' : fileType
  throw new Rejected(
    'unsupported-media-type',
    wrongFileType(fileName, found && !acceptedTypes.includes(found.mime) ? found.mime : claimed),
  )
}

/** A label from a file's name: its last path segment on one line, at most 255 characters. */
export const fileLabel = (fileName: string): string => {
  const last = fileName.split(/[/\\]/).at(-1) ?? ''
  const plain = toLine(last)
    .replace(/\p{Cc}/gu, '')
    .trim()
  return plain === '' ? 'file' : plain.slice(0, 255).toWellFormed()
}
