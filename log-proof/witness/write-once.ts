import { randomUUID } from 'node:crypto'
import { link, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * Writes a new file completely or not at all; a crash leaves at most a file with another name.
 * Resolves to false if the file already exists, even if another process has just created it.
 *
 * @param file its folder must exist
 */
export const writeOnce = (file: string, text: string): Promise<boolean> =>
  writeBeside(file, text, async (temporary) => {
    try {
      await link(temporary, file)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    }
  })

/** Writes a file in the same way as `writeOnce`, but replaces an existing file. */
export const replaceFile = (file: string, text: string): Promise<void> =>
  writeBeside(file, text, (temporary) => rename(temporary, file))

const writeBeside = async <T>(
  file: string,
  text: string,
  place: (temporary: string) => Promise<T>,
): Promise<T> => {
  const temporary = `${file}.${randomUUID()}.tmp`
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    return await place(temporary)
  } finally {
    await rm(temporary, { force: true })
    await syncFolder(path.dirname(file))
  }
}

/**
 * Makes sure that the file's name is on disk, too. Some systems do not support this for folders.
 */
const syncFolder = async (folder: string): Promise<void> => {
  try {
    await using handle = await open(folder)
    await handle.sync()
  } catch {
    // The file's contents are on disk already.
  }
}
