import type { Log } from '@strand/event-sourcing/log'
import type { FileStore } from './file-store.ts'
import { openFolder } from './folder.ts'
import { openS3 } from './s3.ts'

export { type FileStore, orUnavailable } from './file-store.ts'

/**
 * Opens a file store by its URL:
 *
 * - `file:///var/lib/strand/files` is a folder, created if it is missing.
 * - `s3://KEY:SECRET@host:9000/bucket?region=eu-west-1&tls=off` is an existing bucket of any
 *   S3-compatible store, addressed by path. By default, `region` is `us-east-1` and `tls` is `on`.
 *   In the secret, write `/` as `%2F` and `+` as `%2B`.
 */
export const openFiles = async (url: string, options: { log: Log }): Promise<FileStore> => {
  const parsed = new URL(url)
  if (parsed.protocol === 'file:') return openFolder(parsed, options)
  if (parsed.protocol === 's3:') return openS3(parsed)
  throw new TypeError('expected a URL that begins with file: or s3:')
}
