import { countHashes, emptyRoot, hashBytes, nodeHash, rootOf, splitOf } from './hashes.ts'
import { tileWidth } from './tree.ts'

/** Reads a tile with at least `width` hashes. Throws if the log has none. */
export type ReadTile = (level: number, index: number, width: number) => Promise<Buffer>

/** Computes the root of a tree of `size` leaves from its tiles. */
export const rootFromTiles = (readTile: ReadTile, size: number): Promise<Buffer> =>
  size === 0 ? Promise.resolve(emptyRoot) : rangeRoot(readTile, size, 0, size)

/**
 * Proves that the leaf at `index` is in the tree of `size` leaves (RFC 6962 section 2.1.1). Returns
 * the hashes, lowest level first. Throws a RangeError if the tree has no such leaf.
 */
export const inclusionProof = async (
  readTile: ReadTile,
  index: number,
  size: number,
): Promise<Buffer[]> => {
  if (index < 0 || index >= size) throw new RangeError(`A tree of ${size} has no leaf ${index}`)
  const proof: Buffer[] = []
  let [begin, end] = [0, size]
  while (end - begin > 1) {
    const middle = begin + splitOf(end - begin)
    const isLeft = index < middle
    proof.unshift(
      isLeft
        ? await rangeRoot(readTile, size, middle, end)
        : await rangeRoot(readTile, size, begin, middle),
    )
    if (isLeft) end = middle
    else begin = middle
  }
  return proof
}

/**
 * Proves that the tree of `older` leaves is the beginning of the tree of `newer` leaves (RFC 6962
 * section 2.1.2). Throws a RangeError unless 0 < older <= newer.
 */
export const consistencyProof = async (
  readTile: ReadTile,
  older: number,
  newer: number,
): Promise<Buffer[]> => {
  if (older < 1 || older > newer)
    throw new RangeError(`There is no proof from size ${older} to size ${newer}`)
  const proof: Buffer[] = []
  let [begin, end] = [0, newer]
  while (older < end) {
    const middle = begin + splitOf(end - begin)
    const isLeft = older <= middle
    proof.unshift(
      isLeft
        ? await rangeRoot(readTile, newer, middle, end)
        : await rangeRoot(readTile, newer, begin, middle),
    )
    if (isLeft) end = middle
    else begin = middle
  }
  // The verifier knows the older root, so the proof contains only parts of it, not the root itself.
  if (begin > 0) proof.unshift(await rangeRoot(readTile, newer, begin, end))
  return proof
}

/** The root of a tree's first `older` leaves, computed from the tiles of all its `newer` leaves. */
export const prefixRoot = (readTile: ReadTile, older: number, newer: number): Promise<Buffer> =>
  rangeRoot(readTile, newer, 0, older)

/** The Merkle tree hash of the leaves from `begin` up to, but not including, `end`. */
const rangeRoot = async (
  readTile: ReadTile,
  size: number,
  begin: number,
  end: number,
): Promise<Buffer> => {
  const n = end - begin
  if (2 ** Math.round(Math.log2(n)) !== n) {
    const middle = begin + splitOf(n)
    const left = await rangeRoot(readTile, size, begin, middle)
    return nodeHash(left, await rangeRoot(readTile, size, middle, end))
  }
  let [level, span] = [0, 1]
  for (; span * tileWidth <= n; level++) span *= tileWidth
  const first = begin / span
  const index = Math.floor(first / tileWidth)
  const width = Math.min(tileWidth, Math.floor(size / span) - index * tileWidth)
  const tile = await readTile(level, index, width)
  const from = (first % tileWidth) * hashBytes
  return rootOf(tile.subarray(from, from + (n / span) * hashBytes))
}

/** Whether `proof` shows that a leaf is in the tree with this root (RFC 9162 section 2.1.3.2). */
export const includes = (
  tree: { size: number; root: Buffer },
  leaf: { index: number; hash: Buffer },
  proof: Buffer[],
): boolean => {
  if (leaf.index < 0 || leaf.index >= tree.size) return false
  if ([leaf.hash, ...proof].some(isNoHash)) return false
  let [place, last] = [leaf.index, tree.size - 1]
  let root = leaf.hash
  for (const hash of proof) {
    if (last === 0) return false
    if (place % 2 === 1 || place === last) {
      root = nodeHash(hash, root)
      while (place % 2 === 0 && place > 0) [place, last] = [place / 2, half(last)]
    } else root = nodeHash(root, hash)
    ;[place, last] = [half(place), half(last)]
  }
  return last === 0 && root.equals(tree.root)
}

/**
 * Whether `proof` shows that the older tree is the beginning of the newer one (RFC 9162 section
 * 2.1.4.2). False for an empty older tree: every tree begins with it, so nothing is proved.
 */
export const extendsTree = (
  older: { size: number; root: Buffer },
  newer: { size: number; root: Buffer },
  proof: Buffer[],
): boolean => {
  if (older.size < 1 || older.size > newer.size || proof.some(isNoHash)) return false
  if (older.size === newer.size) return proof.length === 0 && older.root.equals(newer.root)
  const isPerfect = Number.isInteger(Math.log2(older.size))
  const [first, ...rest] = isPerfect ? [older.root, ...proof] : proof
  if (!first || proof.length === 0) return false
  let [place, last] = [older.size - 1, newer.size - 1]
  while (place % 2 === 1) [place, last] = [half(place), half(last)]
  let [olderRoot, newerRoot] = [first, first]
  for (const hash of rest) {
    if (last === 0) return false
    if (place % 2 === 1 || place === last) {
      olderRoot = nodeHash(hash, olderRoot)
      newerRoot = nodeHash(hash, newerRoot)
      while (place % 2 === 0 && place > 0) [place, last] = [place / 2, half(last)]
    } else newerRoot = nodeHash(newerRoot, hash)
    ;[place, last] = [half(place), half(last)]
  }
  return last === 0 && olderRoot.equals(older.root) && newerRoot.equals(newer.root)
}

const half = (n: number) => Math.floor(n / 2)
const isNoHash = (hash: Buffer) => countHashes(hash) !== 1
