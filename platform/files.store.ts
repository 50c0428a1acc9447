import type { Readable } from 'node:stream'

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

/** A key becomes part of a path or a URL: nothing but letters and digits may ever get there. */
export const checkedKey = (key: string): string => {
  if (!/^[A-Za-z0-9]{16,100}$/.test(key)) throw new TypeError('a file key has a wrong form')
  return key
}
