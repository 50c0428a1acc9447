import { constants, setPriority } from 'node:os'
import { findFields } from '../fields/find-fields.ts'
import type { ReadText } from './read-picture.ts'
import type { ToReader } from './reader.ts'

// The program that reads files from strangers. It has no settings, secrets or connections: it gets
// a file, and answers with the fields that it found. It can be killed at any time. See decision
// 227.

// Needed only on systems where the process was started without `nice`.
setPriority(constants.priority.PRIORITY_LOW)
// These modules are imported after `setPriority`, so that their threads also get the low priority.
const { openPictureReader } = await import('./read-picture.ts')
const { readPdf } = await import('./read-pdf.ts')

let pictures: ReturnType<typeof openPictureReader> | undefined

const textOf = async ({ type, bytes }: ToReader): Promise<ReadText> => {
  if (type === 'application/pdf') return { text: await readPdf(bytes), again: null }
  pictures ??= openPictureReader()
  // Exits if the OCR program or its data is missing: then no picture can be read, so this picture
  // must not count as unreadable.
  const read = await pictures.catch(() => process.exit(1))
  return read(bytes)
}

process.on('message', (message: ToReader) => {
  textOf(message).then(
    ({ text, again }) =>
      process.send?.({
        fields: `${text}${again ?? ''}`.trim() === '' ? null : findFields(text, again),
      }),
    () => process.send?.({ fields: null }),
  )
})
// Exits when the parent is gone.
process.on('disconnect', () => process.exit(0))
