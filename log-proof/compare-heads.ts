import { consistencyProof, extendsTree, prefixRoot, type ReadTile } from './proof.ts'

type Head = { size: number; root: Buffer }

/**
 * What the newer head's tiles say about the older head:
 * - `extended`: the older tree is the beginning of the newer one
 * - `shorter`: the newer head has fewer leaves; no tiles are read
 * - `altered`: the tiles give the newer root and prove that the older tree is not its beginning
 * - `unproven`: the tiles do not give the newer root, so they prove nothing
 */
export type Comparison = 'extended' | 'shorter' | 'altered' | 'unproven'

/** Reads a few tiles per level. If tiles are forged, the result is `unproven`. */
export const compareHeads = async (
  readTile: ReadTile,
  older: Head,
  newer: Head,
): Promise<Comparison> => {
  if (newer.size < older.size) return 'shorter'
  if (newer.size === older.size) return newer.root.equals(older.root) ? 'extended' : 'altered'
  if (older.size === 0) return 'extended'
  const proof = await consistencyProof(readTile, older.size, newer.size)
  if (extendsTree(older, newer, proof)) return 'extended'
  const root = await prefixRoot(readTile, older.size, newer.size)
  return extendsTree({ size: older.size, root }, newer, proof) ? 'altered' : 'unproven'
}
