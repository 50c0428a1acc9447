import { constants, setPriority } from 'node:os'
import { findFields } from '../fields/find-fields.ts'
import type { ReadText } from './read-picture.ts'
import type { ToReader } from './reader.ts'

// The program that reads strangers' files. It has no setting, no secret and no connection: it
// gets a file, answers with what it found, and may be killed at any time. Decision 227.

// For a system that starts it otherwise.
setPriority(constants.priority.PRIORITY_LOW)
// After it, so that the threads that they start are as low.
const { openPictureReader } = await import('./read-picture.ts')
const { readPdf } = await import('./read-pdf.ts')

let pictures: ReturnType<typeof openPictureReader> | undefined

const textOf = async ({ type, bytes }: ToReader): Promise<ReadText> => {
  if (type === 'application/pdf') return { text: await readPdf(bytes), again: null }
  pictures ??= openPictureReader()
  // Without its program and data it can read no picture at all, which says nothing about this one.
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
// The parent is gone.
process.on('disconnect', () => process.exit(0))
