import type { Readable } from 'node:stream'
import { unavailable } from './errors.ts'

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
  /** Bytes of its disk, where it has one of an end: a bucket has not. */
  space?: () => Promise<{ free: number; total: number }>
  /** Resolves when the store answers (and, a folder, can be written) within 2 s. */
  health: () => Promise<void>
}

/** A key becomes part of a path or a URL: nothing but letters and digits may ever get there. */
export const checkedKey = (key: string): string => {
  if (!/^[A-Za-z0-9]{16,100}$/.test(key)) throw new TypeError('a file key has a wrong form')
  return key
}

/** The disk is full, over a quota or cannot be written now: another time it may work. */
const passing = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'])

/** The same result; a disk that is full or cannot be written now is `Rejected('unavailable')`. */
export const orUnavailable = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw passing.has(code ?? '') ? unavailable('The file store', error) : error
  }
}
