import { Rejected } from '@strand/event-sourcing/errors'
import type { FileStore } from '../files/file-store.ts'
import type { Metrics } from './metrics.ts'

/** Wraps a file store to count uploads by outcome and size. */
export const countFiles = (files: FileStore, metrics: Metrics): FileStore => {
  const writes = metrics.counter(
    'strand_file_writes_total',
    'Uploaded files, by outcome: written, refused or failed.',
    ['result'],
  )
  const bytes = metrics.counter(
    'strand_file_written_bytes_total',
    'Bytes of uploaded files that were written.',
    [],
  )
  const write: FileStore['write'] = async (...input) => {
    try {
      const written = await files.write(...input)
      writes.add({ result: 'written' })
      bytes.add({}, written.size)
      return written
    } catch (error) {
      const isRefusal = error instanceof Rejected && error.code !== 'unavailable'
      writes.add({ result: isRefusal ? 'refused' : 'failed' })
      throw error
    }
  }
  return { ...files, write }
}
