import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { seed } from '@strand/platform/testing/random'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leafHash, sha256 } from './hashes.ts'
import { consistencyProof, extendsTree, includes, inclusionProof, rootFromTiles } from './proof.ts'
import { naiveRoot, wholeTree } from './testing/naive-tree.ts'
import { edgeOf, openTree } from './tree.ts'

const known: [leaf: string, rootUpToIt: string][] = [
  ['', '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  ['00', 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  ['10', 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  ['2021', 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
  ['3031', '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
  ['40414243', '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
  ['5051525354555657', 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
  [
    '606162636465666768696a6b6c6d6e6f',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ],
]

test('trees have the known roots', () => {
  const tree = openTree()
  expect(tree.root()).toEqual(sha256(''))
  for (const [leaf, root] of known) {
    tree.append(leafHash(Buffer.from(leaf, 'hex').toString('latin1')))
    expect(tree.root().toString('hex')).toBe(root)
  }
})

test('a tree of any size, however it grew, has the root and the proofs that RFC 6962 defines', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 1_200 }),
      fc.integer({ min: 1, max: 700 }),
      fc.nat(),
      fc.nat(),
      async (size, step, some, other) => {
        const leaves = Array.from({ length: size }, (_, n) => `leaf ${n}`)
        const hashes = leaves.map(leafHash)
        const { tree, readTile, rootOfAll } = wholeTree(hashes, step)
        const root = naiveRoot(leaves)
        expect(tree.root()).toEqual(root)
        expect(rootOfAll).toEqual(root)
        expect(await rootFromTiles(readTile, size)).toEqual(root)

        const index = some % size
        const hash = hashes[index] as Buffer
        const path = await inclusionProof(readTile, index, size)
        expect(includes({ size, root }, { index, hash }, path)).toBe(true)
        expect(includes({ size, root }, { index, hash: randomBytes(32) }, path)).toBe(false)

        const before = {
          size: 1 + (other % size),
          root: naiveRoot(leaves.slice(0, 1 + (other % size))),
        }
        const proof = await consistencyProof(readTile, before.size, size)
        expect(extendsTree(before, { size, root }, proof)).toBe(true)
        expect(extendsTree({ ...before, root: randomBytes(32) }, { size, root }, proof)).toBe(false)
        expect(extendsTree(before, { size, root: randomBytes(32) }, proof)).toBe(false)
      },
    ),
    { numRuns: 40, seed },
  )
})

test('a tree can grow from its partial tiles only', () => {
  const hashes = Array.from({ length: 70_000 }, (_, n) => leafHash(String(n)))
  const { tree, tiles } = wholeTree(hashes.slice(0, 66_000), 500)
  const shapes = edgeOf(66_000)
  expect(shapes.map(({ level, index, width }) => [level, index, width])).toEqual([
    [0, 257, 208],
    [1, 1, 1],
    [2, 0, 1],
  ])
  const edge = tiles.filter((tile) =>
    shapes.some(({ level, index }) => tile.level === level && tile.index === index),
  )
  const again = openTree(66_000, edge)
  expect(again.root()).toEqual(tree.root())
  for (const hash of hashes.slice(66_000)) {
    tree.append(hash)
    again.append(hash)
  }
  expect(again.root()).toEqual(tree.root())
  expect(again.takeChanged()).toEqual(tree.takeChanged())
  expect(again.takeChanged()).toEqual([])
  // The example in c2sp.org/tlog-tiles has this size.
  expect(edgeOf(70_000)).toEqual([
    { level: 0, index: 273, width: 112 },
    { level: 1, index: 1, width: 17 },
    { level: 2, index: 0, width: 1 },
  ])
  expect(() => openTree(66_000, edge.slice(1))).toThrow('Tile 0/257')
})

type Vector = { name: string; wantErr: boolean; proof: string[] | null } & (
  | { kind: 'inclusion'; leafIdx: number; treeSize: number; root: string; leafHash: string }
  | { kind: 'consistency'; size1: number; size2: number; root1: string; root2: string }
)

test('the test vectors of transparency-dev/merkle pass', () => {
  const file = new URL('./testing/merkle-vectors.jsonl', import.meta.url)
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  expect(lines).toHaveLength(196)
  const bytes = (text: string | null) => Buffer.from(text ?? '', 'base64')
  for (const line of lines) {
    const vector: Vector = JSON.parse(line)
    const proof = (vector.proof ?? []).map(bytes)
    const accepted =
      vector.kind === 'inclusion'
        ? includes(
            { size: vector.treeSize, root: bytes(vector.root) },
            { index: vector.leafIdx, hash: bytes(vector.leafHash) },
            proof,
          )
        : extendsTree(
            { size: vector.size1, root: bytes(vector.root1) },
            { size: vector.size2, root: bytes(vector.root2) },
            proof,
          )
    expect([vector.name, accepted]).toEqual([vector.name, !vector.wantErr])
  }
})
