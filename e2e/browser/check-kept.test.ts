import { signCheckpoint } from '@strand/log-proof/checkpoint'
import { openKeyChange, publishedChanges, signKeyChange } from '@strand/log-proof/key-change'
import { type Signer, signerOf, signNote, verifierKey } from '@strand/log-proof/note'
import { fakeLog, fakeLogKey } from '@strand/log-proof/testing/fake-log'
import { forks } from '@strand/log-proof/testing/forks'
import { tilePath } from '@strand/log-proof/tile-path'
import { random, seed } from '@strand/platform/testing/random'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keysBefore } from '../../web/src/log-proof/key-changes.ts'
import {
  asSigned,
  isSignedBy,
  parseCheckpoint,
  parseVerifierKey,
} from '../../web/src/log-proof/note.ts'
import { tileParts } from '../../web/src/log-proof/published-tiles.ts'
import { compareHeads, type ReadTile, type TreeHead } from '../../web/src/log-proof/tree.ts'

type Log = ReturnType<typeof fakeLog>

const tilesOf =
  (log: Log): ReadTile =>
  async (...shape) =>
    Uint8Array.from(await log.readTile(...shape))

const headOf = async (log: Log, size = log.size): Promise<TreeHead> => {
  const head = parseCheckpoint(await log.checkpoint(size))
  if (!head) throw new Error('no checkpoint')
  return head
}

test('the browser agrees with the servers about extended, truncated and different logs', async () => {
  await fc.assert(
    fc.asyncProperty(forks, async ({ older, newer, forkedAt }) => {
      const log = fakeLog(newer, forkedAt)
      const kept = await headOf(fakeLog(older))
      const said = await compareHeads(tilesOf(log), kept, await headOf(log))
      const expected = forkedAt >= older ? 'extended' : 'altered'
      expect([older, newer, forkedAt, said]).toEqual([older, newer, forkedAt, expected])
      if (older > 1)
        expect(await compareHeads(tilesOf(log), kept, await headOf(fakeLog(older - 1)))).toBe(
          'shorter',
        )
    }),
    { numRuns: 25, seed },
  )
})

test('altered tiles prove neither that the log is intact nor that it was changed', async () => {
  const [log, other] = [fakeLog(70_000), fakeLog(70_000, 200)]
  const kept = await headOf(log, 66_001)
  const [same, split] = [await headOf(log), await headOf(other)]
  for (let round = 0; round < 10; round++) {
    let left = Math.floor(random() * 12)
    const alter =
      (readTile: ReadTile): ReadTile =>
      async (...shape) => {
        const tile = await readTile(...shape)
        const place = Math.floor(random() * shape[2] * 32)
        if (left-- === 0) tile[place] = (tile[place] ?? 0) ^ 1
        return tile
      }
    expect(await compareHeads(alter(tilesOf(log)), kept, same)).not.toBe('altered')
    expect(await compareHeads(alter(tilesOf(other)), kept, split)).not.toBe('extended')
  }
  const zeros: ReadTile = async (_level, _index, width) => new Uint8Array(width * 32)
  expect(await compareHeads(zeros, kept, same)).toBe('unproven')
  const none: ReadTile = async () => new Uint8Array()
  expect(await compareHeads(none, kept, same)).toBe('unproven')
})

test('only a signature by the log’s key is accepted', async () => {
  const key = parseVerifierKey(`${verifierKey(fakeLogKey)}\n`)
  if (!key) throw new Error('no key')
  const note = await fakeLog(3).checkpoint()
  expect(await isSignedBy(note, key)).toBe(true)
  const stranger = signerOf(fakeLogKey.name, Buffer.alloc(32, 6))
  const theirs = signNote('x\n', stranger).split('\n\n')[1] ?? ''
  expect(await isSignedBy(note + theirs, key)).toBe(true)
  const head = { size: 3, root: Buffer.alloc(32) }
  expect(await isSignedBy(signCheckpoint(head, stranger), key)).toBe(false)
  expect(await isSignedBy(note.replace('\n3\n', '\n4\n'), key)).toBe(false)
  for (const text of ['', verifierKey(fakeLogKey).slice(0, -1), 'a+b+c'])
    expect(parseVerifierKey(text)).toBe(null)
})

test('a mail program’s changes to a file are tolerated, and any other file is not a checkpoint', async () => {
  const note = await fakeLog(3).checkpoint()
  for (const kept of [
    note,
    `\uFEFF${note}`,
    note.replaceAll('\n', '\r\n'),
    note.trimEnd(),
    `${note}\n\n`,
  ])
    expect(asSigned(kept)).toBe(note)
  expect(parseCheckpoint(note)).toMatchObject({ origin: fakeLogKey.name, size: 3 })
  for (const text of [
    '',
    '{}',
    note.replace('\n3\n', '\n03\n'),
    note.slice(0, 60),
    '\n'.repeat(9_999),
  ])
    expect(parseCheckpoint(asSigned(text))).toBe(null)
})

test('tiles are requested by the log’s own paths', () => {
  for (const index of [0, 67, 999, 1_000, 1_234_067])
    for (const width of [1, 255, 256])
      expect(`4/${tileParts(index, width).join('/')}`).toBe(tilePath({ level: 4, index, width }))
})

test('the browser finds earlier keys, as far back as both keys signed each change', async () => {
  const signer = (n: number) => signerOf(fakeLogKey.name, Buffer.alloc(32, n))
  const change = (from: Signer, to: Signer) => {
    const head = { size: 3, root: Buffer.alloc(32) }
    const made = openKeyChange(signKeyChange(head, from, to))
    if (!made) throw new Error('no change')
    return made
  }
  const before = async (published: string) => {
    const newest = parseVerifierKey(verifierKey(signer(3)))
    if (!newest) throw new Error('no key')
    return (await keysBefore(published, newest)).map(({ id }) => id)
  }
  const [first, second] = [signer(1), signer(2)].map(({ keyId }) => keyId.toString('hex'))
  const published = publishedChanges([change(signer(1), signer(2)), change(signer(2), signer(3))])
  expect(await before(published)).toEqual([second, first])
  expect(await before('')).toEqual([])
  // Altered bytes in the first change, a different last key, and a change that only one key has
  // signed: none of them proves an earlier key.
  expect(await before(published.replace('\n3\n', '\n4\n'))).toEqual([second])
  expect(await before(publishedChanges([change(signer(2), signer(4))]))).toEqual([])
  const { note } = change(signer(2), signer(3))
  for (const line of [1, 2]) {
    const [text, ...signatures] = note.split('\n— ')
    expect(await before(`${text}\n— ${signatures[line - 1]?.trim()}\n`)).toEqual([])
  }
})
