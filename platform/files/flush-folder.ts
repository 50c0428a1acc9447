import { open } from 'node:fs/promises'

/**
 * Writes a folder's entries to disk. Systems on which a program cannot open folders do so by
 * themselves.
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
