import type { Readable } from 'node:stream'
import { openFolder } from './files.folder.ts'
import { openS3 } from './files.s3.ts'
import type { Log } from './log.ts'

export type StoredFile = { key: string; size: number; writtenAt: Date }

export type FileStore = {
  /**
   * Stores a whole file under a key the server made up: letters and digits, 16 to 100 of them. It is
   * there, durably, once this resolves; when it fails, or the process dies, nothing is there under
   * that key. An error of `content` itself passes through; a full disk or a store that does not
   * answer is `Rejected('unavailable')`.
   */
  write: (
    key: string,
    content: AsyncIterable<Uint8Array>,
  ) => Promise<{ size: number; sha256: string }>
  /** Null when there is no such file. Whoever takes the stream reads or destroys it. */
  read: (key: string) => Promise<{ stream: Readable; size: number } | null>
  /** Safe to repeat: a file that is not there is as good as deleted. */
  delete: (key: string) => Promise<void>
  /** Every file, in no order; what was deleted meanwhile may be missing. */
  list: () => AsyncIterable<StoredFile>
  /** Resolves when the store answers (and, a folder, can be written) within 2 s. */
  health: () => Promise<void>
}

/**
 * A file store by URL:
 *
 * - `file:///var/lib/strand/files` is a folder, made when it is missing.
 * - `s3://KEY:SECRET@host:9000/bucket?region=eu-west-1&tls=off` is a bucket of anything that speaks
 *   S3, addressed by path; it has to exist. `region` is `us-east-1` and `tls` `on` by default; a
 *   `/` or `+` in the secret is written `%2F`, `%2B`.
 */
export const openFiles = async (url: string, options: { log: Log }): Promise<FileStore> => {
  const parsed = new URL(url)
  if (parsed.protocol === 'file:') return openFolder(parsed, options)
  if (parsed.protocol === 's3:') return openS3(parsed)
  throw new TypeError('expected a URL that begins with file: or s3:')
}
