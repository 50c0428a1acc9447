import { totalmem } from 'node:os'

const megabyte = 2 ** 20

/** In bytes: the memory of the machine or of the container. */
export const availableMemory = (): number => {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(totalmem(), limit) : totalmem()
}

/**
 * Settings for the embedded Postgres. Durability keeps its default: on.
 *
 * @param memory in bytes. An eighth of the memory caches pages, at least 128 MB and at most 2 GB,
 *   which is enough for the indexes of about two million orders. Unused page buffers take no
 *   memory.
 */
export const postgresSettings = (memory: number): Record<string, string> => ({
  shared_buffers: `${Math.round(Math.min(2048, Math.max(128, memory / 8 / megabyte)))}MB`,
  max_connections: '100',
  // Fewer and longer checkpoints, because after each, whole pages are written to the write-ahead
  // log again.
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  // The planner's default is for spinning disks.
  random_page_cost: '1.1',
  // Compiling one of our queries takes longer than running it.
  jit: 'off',
})
