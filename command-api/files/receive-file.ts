import { Readable } from 'node:stream'
import { type FileType, fileTooLarge } from '@strand/contracts/uploads'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Arrival } from '@strand/platform/http/slow-body'
import { limitSize } from '../shared/limit-size.ts'
import { detectFileType, fileLabel, headLength } from './file-type.ts'
import { prepend } from './prepend.ts'

export type DeclaredFile = { fileName: string; fileType: string }

/**
 * Receives one file, and passes it on with its label and the type detected from its first bytes.
 */
export const receiveFile = async <T>(
  content: Readable,
  named: DeclaredFile,
  arrival: Arrival,
  use: (file: { fileName: string; type: FileType; bytes: Readable }) => Promise<T>,
): Promise<T> => {
  const fileName = fileLabel(named.fileName)
  const tooLarge = () => new Rejected('too-large', fileTooLarge(fileName))
  const bytes = limitSize(content, tooLarge, arrival)[Symbol.asyncIterator]()
  try {
    const head = await readHead(bytes)
    const type = await detectFileType(head, { ...named, fileName })
    const whole = Readable.from(prepend(head, bytes), { objectMode: false })
    return await use({ fileName, type, bytes: whole })
  } finally {
    content.destroy()
  }
}

const readHead = async (bytes: AsyncIterator<Buffer>): Promise<Buffer> => {
  let head = Buffer.alloc(0)
  while (head.length < headLength) {
    const { done, value } = await bytes.next()
    if (done) return head
    head = Buffer.concat([head, value])
  }
  return head
}
