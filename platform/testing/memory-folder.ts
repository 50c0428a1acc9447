import { statfs } from 'node:fs/promises'

const sharedMemory = '/dev/shm'
/** How many bytes must be free: many times what a test run needs. */
const room = 4 * 1024 ** 3

/**
 * A folder in memory, if this machine has one with enough room. Tests write many small files and
 * soon delete them; writing these files to a disk would take most of a run's time.
 */
export const memoryFolder = async (): Promise<string | undefined> => {
  const found = await statfs(sharedMemory).catch(() => null)
  return found && found.bavail * found.bsize > room ? sharedMemory : undefined
}
