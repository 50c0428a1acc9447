import { open } from 'node:fs/promises'

/**
 * Writes a folder's entries to disk. Does nothing on Windows, where programs cannot open folders,
 * and the system writes the entries by itself.
 */
export const flushFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
