import { countHashes, emptyRoot, hashBytes, nodeHash, rootOf } from './hashes.ts'

/** The number of hashes in a full tile, which spans 8 levels of the tree. */
export const tileWidth = 256

/**
 * Consecutive hashes of one level (c2sp.org/tlog-tiles), 1 to 256 of them. Level 0 has the leaves'
 * hashes; each level above has the roots of the full tiles one level below.
 */
export type Tile = { level: number; index: number; hashes: Buffer }

/** The place of a tile, and its number of hashes in a tree of some size (256 for a full tile). */
export type TileAddress = { level: number; index: number; width: number }

/**
 * The partial tiles of a tree of `size` leaves, lowest level first. They are enough to compute the
 * root.
 */
export const edgeOf = (size: number): TileAddress[] => {
  const shapes: TileAddress[] = []
  for (let level = 0, left = size; left > 0; level++, left = Math.floor(left / tileWidth))
    if (left % tileWidth > 0)
      shapes.push({ level, index: Math.floor(left / tileWidth), width: left % tileWidth })
  return shapes
}

/** Computes a tree's root from only its partial tiles, lowest level first. */
const rootOfEdge = (edge: Buffer[]): Buffer => {
  let root: Buffer | undefined
  for (const hashes of edge)
    for (let width = 1, end = countHashes(hashes); end > 0; width *= 2) {
      if (Math.floor(end / width) % 2 === 0) continue
      const perfect = rootOf(hashes.subarray((end - width) * hashBytes, end * hashBytes))
      root = root ? nodeHash(perfect, root) : perfect
      end -= width
    }
  return root ?? emptyRoot
}

type Level = { hashes: Buffer; width: number; changed: boolean }

/**
 * A tree to which leaves can be added. Only its partial tiles are in memory.
 *
 * @param edge the tiles of `edgeOf(size)`; throws a RangeError if one is missing or has too few
 * hashes
 */
export const openTree = (size = 0, edge: Tile[] = []) => {
  const levels: Level[] = []
  let full: Tile[] = []
  let leaves = size

  const levelAt = (level: number): Level => {
    for (let next = levels.length; next <= level; next++)
      levels.push({ hashes: Buffer.alloc(tileWidth * hashBytes), width: 0, changed: false })
    return levels[level] as Level
  }

  for (const { level, index, width } of edgeOf(size)) {
    const tile = edge.find((one) => one.level === level && one.index === index)
    if (!tile || countHashes(tile.hashes) < width)
      throw new RangeError(`Tile ${level}/${index} lacks some of its ${width} hashes`)
    const known = levelAt(level)
    tile.hashes.copy(known.hashes, 0, 0, width * hashBytes)
    known.width = width
  }

  const add = (level: number, hash: Buffer, index: number): void => {
    const at = levelAt(level)
    hash.copy(at.hashes, at.width * hashBytes)
    at.width++
    at.changed = true
    if (at.width < tileWidth) return
    const tile = { level, index: Math.floor(index / tileWidth), hashes: Buffer.from(at.hashes) }
    full.push(tile)
    at.width = 0
    at.changed = false
    add(level + 1, rootOf(tile.hashes), tile.index)
  }

  const partial = () =>
    edgeOf(leaves).map(({ level, index, width }) => {
      const { hashes, changed } = levelAt(level)
      return { level, index, hashes: hashes.subarray(0, width * hashBytes), changed }
    })

  return {
    size: () => leaves,
    append: (leaf: Buffer): void => {
      add(0, leaf, leaves)
      leaves++
    },
    /** The partial tiles, with which `openTree` can continue this tree. */
    edge: (): Tile[] => partial().map(({ changed: _, ...tile }) => tile),
    root: (): Buffer => rootOfEdge(partial().map(({ hashes }) => hashes)),
    /** The tiles that changed since the last call; each full tile is returned only once. */
    takeChanged: (): Tile[] => {
      const changed = partial()
        .filter((tile) => tile.changed)
        .map(({ level, index, hashes }) => ({ level, index, hashes: Buffer.from(hashes) }))
      for (const level of levels) level.changed = false
      const tiles = [...full, ...changed]
      full = []
      return tiles
    },
  }
}

export type Tree = ReturnType<typeof openTree>
