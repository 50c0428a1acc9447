import { execFile, execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { silentLog } from '@strand/event-sourcing/log'
import { cosignatureLine, cosignerOf } from '@strand/log-proof/cosignature'
import { signKeyChange } from '@strand/log-proof/key-change'
import { readNote, type Signer, signerOf, signNote, verifierKey } from '@strand/log-proof/note'
import { inclusionProof, rootFromTiles } from '@strand/log-proof/proof'
import { fakeLog, fakeLogKey } from '@strand/log-proof/testing/fake-log'
import { origin, signingKey, signLog } from '@strand/log-proof/testing/signed-log'
import { createHttpServer } from '@strand/platform/http/server'
import { random } from '@strand/platform/testing/random'
import { testDatabase, testEventStore } from '@strand/platform/testing/test-database'
import { logProofRoutes } from '@strand/query-api/log-proof/routes'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findGo, goSources } from '../../tools/find-programs.ts'

const go = findGo()
let folder: string
let program: string

/** Builds the checker once, from the library sources that Debian ships. */
const build = async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'strand-checker-'))
  program = path.join(folder, 'log-checker')
  execFileSync(go ?? '', ['build', '-o', program, '.'], {
    cwd: new URL('.', import.meta.url),
    env: {
      PATH: '/usr/bin:/bin',
      HOME: folder,
      // The cache is kept for later runs, because most of the compiled code is Go's own library.
      GOCACHE: fileURLToPath(new URL('../../node_modules/.cache/go', import.meta.url)),
      GO111MODULE: 'off',
      GOPATH: goSources,
      GOTOOLCHAIN: 'local',
    },
  })
}

const run = (...given: string[]) =>
  new Promise<{ code: number; printed: string }>((resolve) => {
    execFile(program, given, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), printed: stdout + stderr }),
    )
  })

const whole = (events: number) => ({
  code: 0,
  printed: expect.stringMatching(new RegExp(`^${events} events, root \\S{43}=: whole\n$`)),
})

const write = async (name: string, content: string | Buffer) => {
  const file = path.join(folder, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
  return file
}

const publish = async (size: number, forkedAt = size) => {
  const log = fakeLog(size, forkedAt)
  const name = `log-${size}-${forkedAt}`
  await log.writeTo(path.join(folder, name))
  for (let first = 0; first < size; first += 256) {
    const leaves = log.leaves.slice(first, first + 256)
    const bundle = leaves.flatMap((leaf) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(Buffer.byteLength(leaf))
      return [length, Buffer.from(leaf)]
    })
    const index = String(first / 256).padStart(3, '0')
    const partial = leaves.length < 256 ? `.p/${leaves.length}` : ''
    await write(`${name}/tile/entries/${index}${partial}`, Buffer.concat(bundle))
  }
  await write(`${name}/checkpoint`, await log.checkpoint())
  const key = await write('key.txt', `${verifierKey(fakeLogKey)}\n`)
  return { log, given: ['-key', key, '-log', path.join(folder, name)], name }
}

const signNoteOf = (from: Signer, change = '') => signNote(readNote(change)?.text ?? '', from)

const suite = () => {
  beforeAll(build)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('logs of all shapes are intact, and extend their kept checkpoints', async () => {
    for (const size of [0, 1, 2, 255, 256, 257, 511, 600, 65_536, 70_000]) {
      const { log, given } = await publish(size)
      expect(await run(...given), `${size}`).toEqual(whole(size))
      const since = await write('since', await log.checkpoint(Math.floor(random() * (size + 1))))
      expect(await run(...given, '-entries', '-since', since), `${size}`).toEqual(whole(size))
    }
  })

  test('a flipped bit in any file of the log is found', async () => {
    const { given, name } = await publish(600)
    const files = (await readdir(path.join(folder, name), { recursive: true, withFileTypes: true }))
      .filter((file) => file.isFile())
      .map((file) => path.join(file.parentPath, file.name))
    expect(files).toHaveLength(8)
    for (let round = 0; round < 40; round++) {
      const file = files[round % files.length] ?? ''
      const bytes = await readFile(file)
      const altered = Buffer.from(bytes)
      const place = Math.floor(random() * bytes.length)
      altered[place] = (altered[place] ?? 0) ^ (1 << Math.floor(random() * 8))
      await writeFile(file, altered)
      const { code, printed } = await run(...given, '-entries')
      expect([file, place, code], printed).toEqual([file, place, 1])
      // The error names the first event of the tile, or the event itself.
      if (file.endsWith('0/001')) expect(printed).toMatch(/^event 256: /)
      if (file.endsWith('entries/002.p/88')) expect(printed).toMatch(/^event 5\d\d: /)
      await writeFile(file, bytes)
    }
    expect(await run(...given, '-entries')).toEqual(whole(600))
  })

  test('truncation, a split view and an unknown key are found', async () => {
    const { log } = await publish(600)
    const since = await write('since', await log.checkpoint())
    const cut = await run(...(await publish(599)).given, '-since', since)
    expect(cut.code).toBe(1)
    expect(cut.printed).toMatch(/^event 599: the log ends here/)
    const split = await run(...(await publish(700, 599)).given, '-since', since)
    expect([split.code, split.printed]).toEqual([
      1,
      'not all of the first 600 events are as the kept checkpoint has them\n',
    ])
    const stranger = verifierKey(signerOf(fakeLogKey.name, Buffer.alloc(32, 6)))
    const key = await write('stranger.txt', stranger)
    expect((await run('-key', key, '-log', path.join(folder, 'log-600-600'))).code).toBe(1)
  })

  test('the checker follows key changes signed by both keys, from the kept key to the newest one', async () => {
    const { log, name } = await publish(600)
    const signers = [
      fakeLogKey,
      ...[6, 7].map((n) => signerOf(fakeLogKey.name, Buffer.alloc(32, n))),
    ]
    const [first, second, third] = signers as [Signer, Signer, Signer]
    const head = { size: 300, root: await rootFromTiles(log.readTile, 300) }
    const changes = [signKeyChange(head, first, second), signKeyChange(head, second, third)]
    const publishChanges = (texts: string[]) => write(`${name}/key-changes`, texts.join('\n'))
    onTestFinished(() => rm(path.join(folder, name, 'key-changes'), { force: true }))
    const check = async (kept: Signer, ...more: string[]) => {
      const key = await write('kept.txt', verifierKey(kept))
      return run('-key', key, '-log', path.join(folder, name), ...more)
    }
    const signedBy = (signer: Signer, size = 600) => fakeLog(600, 600, signer).checkpoint(size)

    await publishChanges(changes)
    await write(`${name}/checkpoint`, await signedBy(third))
    const since = await write('since', await signedBy(first, 200))
    for (const kept of signers) expect(await check(kept, '-since', since)).toEqual(whole(600))
    // A replaced key must sign nothing new, and a key in no change is not trusted.
    await write(`${name}/checkpoint`, await signedBy(second))
    expect((await check(first)).code).toBe(1)
    await write(`${name}/checkpoint`, await signedBy(third))
    const stranger = signerOf(fakeLogKey.name, Buffer.alloc(32, 8))
    expect((await check(stranger)).code).toBe(1)
    for (const wrong of [
      [signNoteOf(first, changes[0])],
      [changes[1], changes[0]],
      [changes[0], signKeyChange(head, first, third)],
      [...changes, signKeyChange(head, third, first)],
      [changes[0]?.replace('\n300\n', '\n301\n')],
    ]) {
      await publishChanges(wrong as string[])
      expect((await check(first)).printed).toMatch(/^change \d of the log's key/)
    }
  })

  test('a proof of one event and a witness’s cosignature are checked', async () => {
    const { log, given } = await publish(600)
    const proofOf = async (index: number, leaf = log.leaves[index] ?? '', of = log) => {
      const hashes = await inclusionProof(of.readTile, index, 500)
      return [
        'c2sp.org/tlog-proof@v1',
        `extra ${Buffer.from(leaf).toString('base64')}`,
        `index ${index}`,
        ...hashes.map((hash) => hash.toString('base64')),
        '',
        await of.checkpoint(500),
      ].join('\n')
    }
    for (const index of [0, 255, 256, 499])
      expect(await run(...given, '-proof', await write('proof', await proofOf(index)))).toEqual(
        whole(600),
      )
    for (const proof of [
      await proofOf(7, 'another leaf'),
      await proofOf(7, undefined, fakeLog(500, 300)),
    ])
      expect((await run(...given, '-proof', await write('proof', proof))).code).toBe(1)

    const witness = cosignerOf('witness.example/w1', Buffer.alloc(32, 8))
    const key = await write('witness.txt', verifierKey(witness))
    const checkpoint = await log.checkpoint()
    expect((await run(...given, '-witness', key)).code).toBe(1)
    const { text } = readNote(checkpoint) ?? { text: '' }
    const line = cosignatureLine(text, witness, 1_700_000_000)
    const cosigned = await write('cosigned', checkpoint + line)
    expect(await run(...given, '-witness', key, '-checkpoint', cosigned)).toEqual(whole(600))
    const forged = cosignatureLine(text.replace('600', '601'), witness, 1_700_000_000)
    const wrong = await write('forged', checkpoint + forged)
    expect((await run(...given, '-witness', key, '-checkpoint', wrong)).code).toBe(1)
  })

  test('what a shop signs and publishes is intact; after a row in its tiles is altered, it is not', async () => {
    const { pool, url } = await testDatabase()
    const eventStore = await testEventStore(url)
    await signLog(pool, eventStore, [300, 700])
    const app = await createHttpServer({ log: silentLog, authenticate: async () => null })
    await app.register(logProofRoutes, { pool, eventStore })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    onTestFinished(() => app.close())
    const key = await write('shop.txt', verifierKey(signerOf(origin, signingKey)))
    const { rows } = await pool.query('select note from log_proof.checkpoint order by day limit 1')
    const since = await write('since', rows[0].note)
    const given = ['-key', key, '-log', `${address}/api/audit/log`, '-since', since]
    expect(await run(...given)).toEqual(whole(700))
    await pool.query(
      `update log_proof.tile set hashes = set_byte(hashes, 40, get_byte(hashes, 40) # 4)
        where level = 0 and index = 1`,
    )
    const altered = await run(...given)
    expect(altered.code).toBe(1)
    expect(altered.printed).toMatch(/^event 256: the tiles do not give the signed root/)
  })
}

const title = 'the checker in Go, with golang.org/x/mod/sumdb'
if (go) describe(title, suite)
else describe.skip(`${title} (not run: no Go or no golang-golang-x-mod-dev here)`, suite)
