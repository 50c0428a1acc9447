import { consistencyProof, extendsTree, prefixRoot, type ReadTile } from './proof.ts'

type Head = { size: number; root: Buffer }

/**
 * What the newer head's tiles say about the older head:
 * - `extended`: the older tree is the beginning of the newer one
 * - `shorter`: the newer head has fewer leaves; no tiles are read
 * - `altered`: provably not its beginning, because the tiles do give the newer root
 * - `unproven`: the tiles do not give the newer root, so they prove nothing
 */
export type Comparison = 'extended' | 'shorter' | 'altered' | 'unproven'

/** Reads a few tiles per level. Forged tiles can only lead to the answer `unproven`. */
export const compareHeads = async (
  readTile: ReadTile,
  older: Head,
  newer: Head,
): Promise<Comparison> => {
  if (newer.size < older.size) return 'shorter'
  if (newer.size === older.size) return newer.root.equals(older.root) ? 'extended' : 'altered'
  // The empty tree is the beginning of every tree.
  if (older.size === 0) return 'extended'
  const proof = await consistencyProof(readTile, older.size, newer.size)
  if (extendsTree(older, newer, proof)) return 'extended'
  const root = await prefixRoot(readTile, older.size, newer.size)
  return extendsTree({ size: older.size, root }, newer, proof) ? 'altered' : 'unproven'
}
