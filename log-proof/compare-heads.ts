import { consistencyProof, extendsTree, prefixRoot, type ReadTile } from './proof.ts'

type Head = { size: number; root: Buffer }

/**
 * What the tiles of the newer head say about the older one:
 * - `extended`: the older tree is the beginning of the newer one
 * - `shorter`: the newer head has fewer leaves; nothing is read
 * - `altered`: proved not to be its beginning, since the tiles give the newer root
 * - `unproven`: the tiles do not give the newer root, so that they say nothing
 */
export type Comparison = 'extended' | 'shorter' | 'altered' | 'unproven'

/** Reads a few tiles a level. Forged ones can only bring about the answer `unproven`. */
export const compareHeads = async (
  readTile: ReadTile,
  older: Head,
  newer: Head,
): Promise<Comparison> => {
  if (newer.size < older.size) return 'shorter'
  if (newer.size === older.size) return newer.root.equals(older.root) ? 'extended' : 'altered'
  // The tree without leaves is the beginning of every tree.
  if (older.size === 0) return 'extended'
  const proof = await consistencyProof(readTile, older.size, newer.size)
  if (extendsTree(older, newer, proof)) return 'extended'
  const root = await prefixRoot(readTile, older.size, newer.size)
  return extendsTree({ size: older.size, root }, newer, proof) ? 'altered' : 'unproven'
}
