import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { hashAt, hashBytes } from '../hashes.ts'
import { readTiles } from '../tables.ts'
import { tileWidth } from '../tree.ts'

/** Tiles that are in memory at once: half a megabyte. */
const page = 64

/** Reads the leaves' hashes from the stored tiles, for indexes that go up. */
export const openStoredHashes = (pool: Pool) => {
  let tiles = new Map<number, Buffer>()
  let from = -page

  return {
    /** Null when no tile holds it. */
    at: async (index: number): Promise<Buffer | null> => {
      const number = Math.floor(index / tileWidth)
      if (number >= from + page) {
        from = number
        const rows = await readTiles(pool, 0, from, page)
        tiles = new Map(rows.map((tile) => [tile.index, tile.hashes]))
      }
      const place = index % tileWidth
      const hashes = tiles.get(number)
      return hashes && hashes.length >= (place + 1) * hashBytes ? hashAt(hashes, place) : null
    },
  }
}
