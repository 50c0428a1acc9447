import { open } from 'node:fs/promises'

/** Makes the names in a folder durable. Systems that cannot open folders do so automatically. */
export const flushFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
