import type { Readable } from 'node:stream'
import { unavailable } from '@strand/event-sourcing/errors'

export type StoredFile = { key: string; size: number }

export type FileStore = {
  /**
   * Stores a whole file under a key that the server generated: 16 to 100 letters and digits. The
   * file is durable once this resolves; if it fails, or the process dies, nothing exists under that
   * key. An error of `content` itself is passed on; a full disk or a store that does not answer is
   * `Rejected('unavailable')`.
   */
  write: (
    key: string,
    content: AsyncIterable<Uint8Array>,
  ) => Promise<{ size: number; sha256: string }>
  /** Null if there is no such file. The caller must read or destroy the stream. */
  read: (key: string) => Promise<{ stream: Readable; size: number } | null>
  /** Safe to repeat: deleting a missing file succeeds. */
  delete: (key: string) => Promise<void>
  /** Every file, in no particular order; files deleted during the listing may be missing. */
  list: () => AsyncIterable<StoredFile>
  /** Bytes on the store's disk; absent if space is unlimited, as in a bucket. */
  space?: () => Promise<{ free: number; total: number }>
  /** Resolves if the store answers (and, if it is a folder, is writable) within 2 s. */
  health: () => Promise<void>
}

/** A key becomes part of a path or a URL, so it may contain only letters and digits. */
export const isFileKey = (key: string): boolean => /^[A-Za-z0-9]{16,100}$/.test(key)

/** Returns the key. Throws a TypeError if its form is wrong. */
export const checkedKey = (key: string): string => {
  if (!isFileKey(key)) throw new TypeError('a file key has the wrong form')
  return key
}

/**
 * Errors for a disk that is full, over quota or not writable at the moment; a later attempt may
 * succeed.
 */
const passing = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'])

/**
 * Returns the result; turns an error about a disk that is full or not writable into
 * `Rejected('unavailable')`.
 */
export const orUnavailable = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw passing.has(code ?? '') ? unavailable('The file store', error) : error
  }
}
