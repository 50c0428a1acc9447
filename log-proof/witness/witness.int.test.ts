import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { random, seed } from '@strand/platform/testing/random'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { openCheckpoint, parseHead } from '../checkpoint.ts'
import { openCosignature, parseCosignerKey } from '../cosignature.ts'
import { signKeyChange } from '../key-change.ts'
import { readNote, signerOf, signNote, verifierKey } from '../note.ts'
import type { ReadTile } from '../proof.ts'
import { fakeLog, fakeLogKey } from '../testing/fake-log.ts'
import { forks } from '../testing/forks.ts'
import { cosignCheckpoint, type WitnessOptions } from './witness.ts'

const tryFolder = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-witness-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return path.join(folder, 'state')
}

const startWitness = async () => {
  const folder = await tryFolder()
  let seconds = 1_700_000_000
  const run = (checkpoint: string, options: Partial<WitnessOptions> = {}) =>
    cosignCheckpoint({
      folder,
      checkpoint,
      logKey: verifierKey(fakeLogKey),
      now: () => new Date(seconds++ * 1_000),
      ...options,
    })
  const checkpoints = async () =>
    (await readdir(folder)).filter((file) => file.startsWith('checkpoint-')).sort()
  const keyText = () => readFile(path.join(folder, 'verifier-key.txt'), 'utf8')
  return { folder, run, checkpoints, keyText }
}

test('each checkpoint that extends the last one is cosigned, under one key', async () => {
  const { run, checkpoints, keyText } = await startWitness()
  const log = fakeLog(600)
  const first = await run(await log.checkpoint(5), { name: 'auditor.example/ada' })
  expect(first).toMatchObject({ code: 0, said: expect.stringContaining('the first one') })
  expect(`${first.madeKey}\n`).toBe(await keyText())
  const key = parseCosignerKey(await keyText())
  expect(key.name).toBe('auditor.example/ada')
  for (const [n, size] of [5, 256, 257, 512, 600, 600].entries()) {
    const checkpoint = await log.checkpoint(size)
    // The first run stored the log's key, so this run needs no `logKey`.
    const verdict = await run(checkpoint, { readTile: log.readTile, logKey: undefined })
    expect(verdict).toMatchObject({ code: 0 })
    expect(verdict.madeKey).toBe(undefined)
    expect(verdict.note?.startsWith(checkpoint)).toBe(true)
    expect(openCosignature(verdict.note ?? '', key)).toBe(1_700_000_001 + n)
    expect(openCheckpoint(verdict.note ?? '', fakeLogKey)?.size).toBe(size)
  }
  expect(await checkpoints()).toHaveLength(5)
})

test('cosigning again keeps another witness’s line and replaces its own', async () => {
  const [ada, obi] = [await startWitness(), await startWitness()]
  const checkpoint = await fakeLog(3).checkpoint()
  const once = (await ada.run(checkpoint)).note ?? ''
  const both = (await obi.run(once)).note ?? ''
  const again = (await ada.run(both)).note ?? ''
  expect(readNote(again)?.signatures).toHaveLength(3)
  expect(openCosignature(again, parseCosignerKey(await ada.keyText()))).toBe(1_700_000_001)
  expect(openCosignature(again, parseCosignerKey(await obi.keyText()))).toBe(1_700_000_000)
})

test('truncation and a split view are refused, wherever they begin, and the witness keeps what it has seen', async () => {
  await fc.assert(
    fc.asyncProperty(forks, async ({ older, newer, forkedAt }) => {
      const { run, checkpoints } = await startWitness()
      await run(await fakeLog(older).checkpoint())
      const log = fakeLog(newer, forkedAt)
      const { code, said } = await run(await log.checkpoint(), { readTile: log.readTile })
      const isExtended = forkedAt >= older
      expect([older, newer, forkedAt, code]).toEqual([older, newer, forkedAt, isExtended ? 0 : 1])
      if (!isExtended)
        expect(said).toMatch(/^This is not the log .* not all of its first .* are unchanged\.$/)
      if (older > 1) {
        const cut = await run(await fakeLog(older - 1).checkpoint())
        expect(cut).toEqual({ code: 1, said: expect.stringContaining('or the log was cut off') })
      }
      expect(await checkpoints()).toHaveLength(isExtended && newer > older ? 2 : 1)
    }),
    { numRuns: 40, seed },
  )
})

test('the witness neither cosigns a checkpoint nor accuses the log because of tiles that do not belong to it', async () => {
  const [log, other] = [fakeLog(70_000), fakeLog(70_000, 200)]
  const before = await log.checkpoint(66_000)
  const [same, split] = [await log.checkpoint(), await other.checkpoint()]
  for (let round = 0; round < 60; round++) {
    const { run } = await startWitness()
    await run(before)
    const used: Buffer[] = []
    const [wrong, bit] = [Math.floor(random() * 12), Math.floor(random() * 8)]
    const alter =
      (readTile: ReadTile): ReadTile =>
      async (level, index, width) => {
        const tile = Buffer.from((await readTile(level, index, width)).subarray(0, width * 32))
        if (used.push(tile) - 1 !== wrong) return tile
        const place = Math.floor(random() * tile.length)
        tile[place] = (tile[place] ?? 0) ^ (1 << bit)
        return tile
      }
    expect((await run(same, { readTile: alter(log.readTile) })).code).not.toBe(1)
    expect((await run(split, { readTile: alter(other.readTile) })).code).not.toBe(0)
    expect((await run(split, { readTile: log.readTile })).code).not.toBe(0)
  }
  const { run, checkpoints } = await startWitness()
  await run(before)
  const zeros: ReadTile = async (_level, _index, width) => Buffer.alloc(width * 32)
  expect(await run(same, { readTile: zeros })).toEqual({
    code: 2,
    said: 'The tiles do not give the root that was signed.',
  })
  const none: ReadTile = async () => Promise.reject(new Error('tile/0/000 is missing'))
  expect(await run(same, { readTile: none })).toEqual({ code: 2, said: 'tile/0/000 is missing.' })
  expect((await run(same)).said).toBe('The tiles are missing: give them with --log.')
  expect(await checkpoints()).toHaveLength(1)
})

test('anything but a checkpoint of this log is refused, and none of it is stored', async () => {
  const { run, checkpoints } = await startWitness()
  const log = fakeLog(10)
  expect((await run(await log.checkpoint(), { logKey: undefined })).said).toBe(
    'The first time, give the key of the log with --key.',
  )
  const stranger = signerOf(fakeLogKey.name, Buffer.alloc(32, 6))
  const text = readNote(await log.checkpoint())?.text ?? ''
  const sized = (size: string) => signNote(text.replace('\n10\n', `\n${size}\n`), fakeLogKey)
  for (const note of [
    '',
    'text',
    text,
    signNote(text, stranger),
    signNote('a\n\nb\n', fakeLogKey),
    sized('0'),
    sized('010'),
    sized('-1'),
    sized('1e3'),
    sized('9007199254740991'),
    `${await log.checkpoint()}x`,
    'x'.repeat(200_000),
  ]) {
    const verdict = await run(note, { readTile: log.readTile })
    expect([note.slice(0, 80), verdict.code, verdict.note]).toEqual([
      note.slice(0, 80),
      1,
      undefined,
    ])
  }
  expect(await checkpoints()).toEqual([])
  const mailed = (await log.checkpoint()).replaceAll('\n', '\r\n')
  expect((await run(mailed)).code).toBe(0)
  const another = signerOf('other.example/log', Buffer.alloc(32, 5))
  const foreign = fakeLog(12, 12, another)
  const answer = await run(await foreign.checkpoint(), { logKey: verifierKey(another) })
  expect(answer).toMatchObject({ code: 1, said: expect.stringContaining('another folder') })
})

test('a new key of the log takes over, but does not let the log be rewritten', async () => {
  const { run } = await startWitness()
  const changed = signerOf(fakeLogKey.name, Buffer.alloc(32, 6))
  await run(await fakeLog(10).checkpoint())
  const [logKey, log, other] = [
    verifierKey(changed),
    fakeLog(20, 20, changed),
    fakeLog(20, 9, changed),
  ]
  expect((await run(await log.checkpoint(), { logKey: undefined })).code).toBe(1)
  const split = await run(await other.checkpoint(), { logKey, readTile: other.readTile })
  expect(split.code).toBe(1)
  expect((await run(await log.checkpoint(), { logKey, readTile: log.readTile })).code).toBe(0)
  expect((await run(await log.checkpoint(), { logKey: undefined })).code).toBe(0)
})

test('a witness accepts only a key change that both keys have signed', async () => {
  const { run } = await startWitness()
  const [next, strange] = [6, 7].map((n) => signerOf(fakeLogKey.name, Buffer.alloc(32, n)))
  if (!next || !strange) throw new Error('no keys')
  const { readTile } = fakeLog(300)
  const head = { size: 200, root: Buffer.alloc(32) }
  const changed = signKeyChange(head, fakeLogKey, next)
  const at = (changes: string, signer = next) => ({
    checkpoint: fakeLog(300, 300, signer).checkpoint(),
    given: { readTile, logKey: undefined, readKeyChanges: async () => changes },
  })
  await run(await fakeLog(200).checkpoint())
  for (const { checkpoint, given } of [
    at(''),
    at(changed, strange),
    at(signKeyChange(head, strange, next)),
  ])
    expect(await run(await checkpoint, given)).toMatchObject({
      code: 1,
      said: expect.stringContaining('has not signed this checkpoint'),
    })
  const broken = at(changed.replace('\n200\n', '\n201\n'))
  expect(await run(await broken.checkpoint, broken.given)).toMatchObject({
    code: 2,
    said: expect.stringContaining('not signed by both keys'),
  })
  const { checkpoint, given } = at(changed)
  expect(await run(await checkpoint, given)).toMatchObject({ code: 0 })
  // The witness has stored the new key, and knows no other.
  expect(await run(await checkpoint, { readTile, logKey: undefined })).toMatchObject({ code: 0 })
  const old = fakeLog(300).checkpoint()
  expect(await run(await old, given)).toMatchObject({ code: 1 })
})

test('an interrupted write leaves the previous state, and damage is reported', async () => {
  const { folder, run, checkpoints } = await startWitness()
  const log = fakeLog(30)
  await run(await log.checkpoint(10))
  const [kept = ''] = await checkpoints()
  // A crash can leave the new file under a temporary name: empty, partial or complete.
  const whole = await readFile(path.join(folder, kept), 'utf8')
  for (const [n, text] of ['', whole.slice(0, 40), whole].entries())
    await writeFile(path.join(folder, `checkpoint-00000002.txt.${n}.tmp`), text)
  await writeFile(path.join(folder, 'witness-key.1.tmp'), 'PRIVATE')
  expect(
    (await run(await fakeLog(30, 2).checkpoint(), { readTile: fakeLog(30, 2).readTile })).code,
  ).toBe(1)
  expect((await run(await log.checkpoint(20), { readTile: log.readTile })).code).toBe(0)
  for (const damage of [whole.slice(0, 60), '', whole.replace('\n10\n', '\n11\n')]) {
    await writeFile(path.join(folder, 'checkpoint-00000003.txt'), damage)
    const { code, said, note } = await run(await log.checkpoint(), { readTile: log.readTile })
    expect([code, said, note]).toEqual([
      2,
      'checkpoint-00000003.txt is not what this witness wrote.',
      undefined,
    ])
  }
  await rm(path.join(folder, 'checkpoint-00000003.txt'))
  // If a cosignature cannot be stored, the witness must not return it.
  await mkdir(path.join(folder, 'checkpoint-00000003.txt'))
  expect((await run(await log.checkpoint(), { readTile: log.readTile })).note).toBe(undefined)
  await rm(path.join(folder, 'checkpoint-00000003.txt'), { recursive: true })
  await writeFile(path.join(folder, 'witness-key'), 'PRIVATE+KEY+x')
  expect((await run(await log.checkpoint())).said).toBe(
    'witness-key is not what this witness wrote.',
  )
})

test('concurrent runs keep one key and one consistent series of checkpoints', async () => {
  const { folder, run, checkpoints } = await startWitness()
  const log = fakeLog(200)
  const other = fakeLog(200, 50)
  const results = await Promise.all(
    Array.from({ length: 24 }, async (_, n) => {
      const { checkpoint, readTile } = n % 3 === 2 ? other : log
      return run(await checkpoint(60 + n * 5), { readTile })
    }),
  )
  const cosigned = results.filter(({ code }) => code === 0)
  expect(cosigned.length).toBeGreaterThan(0)
  const keys = new Set(results.flatMap(({ madeKey }) => madeKey ?? []))
  expect(keys.size).toBe(1)
  const kept = await Promise.all(
    (await checkpoints()).map((file) => readFile(path.join(folder, file), 'utf8')),
  )
  const sizes = kept.map((note) => parseHead(readNote(note)?.text ?? '')?.size ?? 0)
  expect(sizes).toEqual(sizes.toSorted((one, more) => one - more))
  // All cosigned checkpoints must be of the same log.
  const textsOf = ({ checkpoint }: typeof log) =>
    Promise.all(sizes.map(async (size) => readNote(await checkpoint(size))?.text))
  const texts = kept.map((note) => readNote(note)?.text)
  expect([await textsOf(log), await textsOf(other)]).toContainEqual(texts)
  expect((await readdir(folder)).filter((file) => file.endsWith('.tmp'))).toEqual([])
})
