import { statfs } from 'node:fs/promises'

const sharedMemory = '/dev/shm'
/** How many bytes must be free: many times more than a test run needs there. */
const room = 4 * 1024 ** 3

/**
 * The folder in memory, if this machine has room in it. What tests write there never reaches a
 * disk, which would take most of a run's time for small files that are soon deleted.
 */
export const memoryFolder = async (): Promise<string | undefined> => {
  const found = await statfs(sharedMemory).catch(() => null)
  return found && found.bavail * found.bsize > room ? sharedMemory : undefined
}
