import { createHash } from 'node:crypto'
import { rootOf } from '../hashes.ts'
import type { ReadTile } from '../proof.ts'
import { openTree, type Tile } from '../tree.ts'

/** The Merkle tree hash of RFC 6962 section 2.1, implemented literally and slowly. */
export const naiveRoot = (leaves: string[]): Buffer => {
  const sha256 = (...parts: (string | Buffer)[]) => {
    const hash = createHash('sha256')
    for (const part of parts) hash.update(part)
    return hash.digest()
  }
  if (leaves.length === 0) return sha256('')
  if (leaves.length === 1) return sha256('\0', leaves[0] ?? '')
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return sha256('\x01', naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)))
}

export const wholeTree = (hashes: Buffer[], batch = hashes.length) => {
  const tiles = new Map<string, Tile>()
  const tree = openTree()
  for (let begin = 0; begin < hashes.length; begin += batch) {
    for (const hash of hashes.slice(begin, begin + batch)) tree.append(hash)
    for (const tile of tree.takeChanged()) tiles.set(`${tile.level}/${tile.index}`, tile)
  }
  const readTile: ReadTile = async (level, index, width) => {
    const tile = tiles.get(`${level}/${index}`)
    if (!tile || tile.hashes.length < width * 32) throw new Error(`no tile ${level}/${index}`)
    return tile.hashes
  }
  return { tree, tiles: [...tiles.values()], readTile, rootOfAll: rootOf(Buffer.concat(hashes)) }
}
