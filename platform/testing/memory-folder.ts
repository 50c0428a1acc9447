import { statfs } from 'node:fs/promises'

const sharedMemory = '/dev/shm'
/** Bytes that a test run may need there, many times over. */
const room = 4 * 1024 ** 3

/**
 * The folder in memory, on a machine where it has room. What tests write there never reaches a disk, which
 * would take most of a run's time for small files that are soon gone.
 */
export const memoryFolder = async (): Promise<string | undefined> => {
  const found = await statfs(sharedMemory).catch(() => null)
  return found && found.bavail * found.bsize > room ? sharedMemory : undefined
}
