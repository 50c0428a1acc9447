export type TreeHead = { origin: string; size: number; root: Bytes }

export type Bytes = Uint8Array<ArrayBuffer>

/** Reads a tile with at least `width` hashes of 32 bytes each. */
export type ReadTile = (level: number, index: number, width: number) => Promise<Bytes>

/**
 * The result of comparing two heads with the newer head's tiles:
 * - `extended`: the older tree is the beginning of the newer one
 * - `shorter`: the newer head has fewer leaves
 * - `altered`: the tiles give the newer root, but not the older one
 * - `unproven`: the tiles do not give the newer root, so they prove nothing
 */
export type Comparison = 'extended' | 'shorter' | 'altered' | 'unproven'

const hashBytes = 32
const tileWidth = 256

/**
 * Compares two tree heads, with the hashes of RFC 6962. Both roots are computed from the same
 * subtrees, each of which lies completely inside or completely outside the older tree.
 */
export const compareHeads = async (
  readTile: ReadTile,
  older: Pick<TreeHead, 'size' | 'root'>,
  newer: Pick<TreeHead, 'size' | 'root'>,
): Promise<Comparison> => {
  if (newer.size < older.size) return 'shorter'
  if (newer.size === older.size) return isSame(newer.root, older.root) ? 'extended' : 'altered'
  // The empty tree is the beginning of every tree.
  if (older.size === 0) return 'extended'
  const subtrees = new Map<string, Bytes>()
  const rootOf = async (begin: number, end: number): Promise<Bytes> => {
    const key = `${begin}-${end}`
    const known = subtrees.get(key)
    if (known) return known
    const isWhole = Number.isInteger(Math.log2(end - begin))
    if (!isWhole || (begin < older.size && older.size < end)) {
      const middle = begin + splitOf(end - begin)
      return nodeHash(await rootOf(begin, middle), await rootOf(middle, end))
    }
    const root = await subtreeRoot(readTile, newer.size, begin, end)
    subtrees.set(key, root)
    return root
  }
  if (!isSame(await rootOf(0, newer.size), newer.root)) return 'unproven'
  const proved = subtrees.size
  const isExtended = isSame(await rootOf(0, older.size), older.root)
  // If the older root needs any further subtree, nothing proves that subtree.
  if (subtrees.size > proved) return 'unproven'
  return isExtended ? 'extended' : 'altered'
}

/** The root of the leaves in [`begin`, `end`); their number must be a power of two. */
const subtreeRoot = async (readTile: ReadTile, size: number, begin: number, end: number) => {
  let [level, span] = [0, 1]
  for (; span * tileWidth <= end - begin; level++) span *= tileWidth
  const first = begin / span
  const index = Math.floor(first / tileWidth)
  const width = Math.min(tileWidth, Math.floor(size / span) - index * tileWidth)
  const tile = await readTile(level, index, width)
  const from = first % tileWidth
  const hashAt = (place: number) =>
    tile.slice((from + place) * hashBytes, (from + place + 1) * hashBytes)
  let hashes = Array.from({ length: (end - begin) / span }, (_, place) => hashAt(place))
  while (hashes.length > 1) {
    const pairs = hashes.filter((_, place) => place % 2 === 0)
    const below = hashes
    hashes = await Promise.all(
      pairs.map((left, pair) => nodeHash(left, below[2 * pair + 1] ?? new Uint8Array())),
    )
  }
  return hashes[0] ?? new Uint8Array()
}

/** The largest power of two below `n`; `n` is at least 2. */
const splitOf = (n: number): number => 2 ** Math.ceil(Math.log2(n) - 1)

const nodeHash = async (left: Bytes, right: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array([1, ...left, ...right])))

const isSame = (one: Bytes, other: Bytes): boolean =>
  one.length === other.length && one.every((byte, place) => byte === other[place])
