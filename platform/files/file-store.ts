import type { Readable } from 'node:stream'
import { unavailable } from '@strand/event-sourcing/errors'

export type StoredFile = { key: string; size: number }

export type FileStore = {
  /**
   * Stores a file under a key that the server made: 16 to 100 letters and digits. When it resolves,
   * the file is on disk; if it fails or the process dies, there is no file under that key. If
   * `content` throws, throws that error. Throws `Rejected('unavailable')` for a full disk or a
   * store that does not answer.
   */
  write: (
    key: string,
    content: AsyncIterable<Uint8Array>,
  ) => Promise<{ size: number; sha256: string }>
  /** Null if there is no such file. The caller must read or destroy the stream. */
  read: (key: string) => Promise<{ stream: Readable; size: number } | null>
  /** Also resolves if there is no such file. */
  delete: (key: string) => Promise<void>
  /** All files, in any order; files that are deleted during the listing may be missing. */
  list: () => AsyncIterable<StoredFile>
  /** The bytes of the store's disk; absent if the space is unlimited, as in a bucket. */
  space?: () => Promise<{ free: number; total: number }>
  /** Resolves if the store answers within 2 s; a folder must also be writable. */
  health: () => Promise<void>
}

/** A key becomes part of a path or URL, so it has only letters and digits. */
export const isFileKey = (key: string): boolean => /^[A-Za-z0-9]{16,100}$/.test(key)

/** Returns the key. Throws a TypeError for an invalid key. */
export const checkedKey = (key: string): string => {
  if (!isFileKey(key)) throw new TypeError('a file key has the wrong form')
  return key
}

/**
 * The error codes of a disk that is full, over quota or not writable. A later attempt may succeed.
 */
const passing = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'])

/** Awaits the work; turns the error of a full or unwritable disk into `Rejected('unavailable')`. */
export const orUnavailable = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw passing.has(code ?? '') ? unavailable('The file store', error) : error
  }
}
