import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { signCheckpoint } from '../checkpoint.ts'
import { hashBytes, leafHash } from '../hashes.ts'
import { type Signer, signerOf } from '../note.ts'
import { rootFromTiles } from '../proof.ts'
import { tilePath } from '../tile-path.ts'
import { wholeTree } from './naive-tree.ts'

export const fakeLogKey: Signer = signerOf('shop.example/api/audit/log', Buffer.alloc(32, 5))

/**
 * The published files of a log with `size` made-up events, for tests without a shop.
 *
 * @param forkedAt events from this index on differ from those of other fake logs
 */
export const fakeLog = (size: number, forkedAt = size, signer = fakeLogKey) => {
  const leaves = Array.from({ length: size }, (_, n) =>
    n < forkedAt ? `event ${n}` : `other ${n}`,
  )
  const hashes = leaves.map(leafHash)
  const { readTile, tiles } = wholeTree(hashes)
  return {
    size,
    leaves,
    readTile,
    checkpoint: async (events = size) =>
      signCheckpoint({ size: events, root: await rootFromTiles(readTile, events) }, signer),
    /** Writes the log's tiles as a log publishes them. */
    writeTo: async (folder: string) => {
      for (const { level, index, hashes } of tiles) {
        const width = hashes.length / hashBytes
        const file = path.join(folder, 'tile', tilePath({ level, index, width }))
        await mkdir(path.dirname(file), { recursive: true })
        await writeFile(file, hashes)
      }
    },
  }
}
