import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openCosignature, parseCosignerKey } from '../cosignature.ts'
import { verifierKey } from '../note.ts'
import { fakeLog, fakeLogKey } from '../testing/fake-log.ts'

const node24 = path.resolve('tools/node24.mjs')

const startMachine = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-auditor-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp('log-proof', path.join(folder, 'log-proof'), { recursive: true })
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(path.join(folder, 'key.txt'), `${verifierKey(fakeLogKey)}\n`)
  const run = async (checkpoint: string, ...given: string[]) => {
    const main = path.join(folder, 'log-proof/witness/main.ts')
    const child = spawn('node', [node24, main, ...given], { cwd: folder })
    child.stdin.on('error', () => undefined).end(checkpoint)
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const [printed, said] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { code: await ended, printed, said }
  }
  return { folder, run }
}

test('an auditor cosigns with a folder of files, and notices a truncated or different log', async () => {
  const { folder, run } = await startMachine()
  const log = fakeLog(600)
  await log.writeTo(path.join(folder, 'published'))
  const first = await run(await log.checkpoint(300), '--folder', 'state', '--key', 'key.txt')
  expect(first.code).toBe(0)
  const key = await readFile(path.join(folder, 'state/verifier-key.txt'), 'utf8')
  expect(first.said).toContain(key)
  const given = ['--folder', 'state', '--log', 'published']
  const next = await run(await log.checkpoint(), ...given)
  expect(next).toEqual({
    code: 0,
    printed: expect.stringContaining('\n600\n'),
    said: 'Cosigned: 600 events. They extend the 300 events that this witness cosigned before.\n',
  })
  expect(openCosignature(next.printed, parseCosignerKey(key))).toBeGreaterThan(1_700_000_000)
  const cut = await run(await log.checkpoint(599), ...given)
  expect([cut.code, cut.printed]).toEqual([1, ''])
  expect(cut.said).toMatch(/^The checkpoint has 599 events, fewer than the 600 .*cut off\.\n$/)
  const fork = fakeLog(700, 20)
  await fork.writeTo(path.join(folder, 'fork'))
  expect(await run(await fork.checkpoint(), '--folder', 'state', '--log', 'fork')).toEqual({
    code: 1,
    printed: '',
    said: 'This is not the log that this witness cosigned before: not all of its first 600 events are unchanged.\n',
  })
})

test('wrong arguments and unreadable files are reported in a sentence, with their own exit code', async () => {
  const { run } = await startMachine()
  const checkpoint = await fakeLog(3).checkpoint()
  for (const [given, said] of [
    [[], 'Usage: npm run'],
    [['--nonsense'], 'Usage: npm run'],
    [['--folder', 'state'], 'give the key of the log with --key.'],
    [['--folder', 'state', '--key', 'nowhere.txt'], 'There is no file nowhere.txt.'],
    [['--folder', 'state', '--key', 'package.json'], 'This is not an Ed25519 verifier key.'],
    [['--folder', 'state', '--key', 'key.txt', '--log', 'nowhere'], 'neither a folder nor'],
    [['--folder', 'state', '--key', 'key.txt', '--log', 'file:///etc'], 'neither a folder nor'],
    [['--folder', 'other', '--key', 'key.txt', '--name', 'two words'], 'cannot have spaces'],
  ] as const)
    expect(await run(checkpoint, ...given)).toEqual({
      code: 2,
      printed: '',
      said: expect.stringContaining(said),
    })
  const long = await run('x'.repeat(200_000), '--folder', 'state', '--key', 'key.txt')
  expect(long).toEqual({ code: 2, printed: '', said: 'The checkpoint is too long.\n' })
})

test('only tiles are requested from an address, and no answer can do harm', async () => {
  const { run } = await startMachine()
  const log = fakeLog(600)
  const asked: string[] = []
  type Answer = (response: ServerResponse, tile: Buffer) => void
  let answer: Answer = (response, tile) => response.end(tile)
  const server = createServer(async ({ url = '' }, response) => {
    asked.push(url)
    const [, level, index, width] = /^\/log\/tile\/(\d)\/(\d{3})(?:\.p\/(\d+))?$/.exec(url) ?? []
    const tile = await log
      .readTile(Number(level), Number(index), Number(width ?? 256))
      .catch(() => null)
    if (tile) return answer(response, tile.subarray(0, Number(width ?? 256) * 32))
    response.statusCode = 404
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/log/`
  const given = ['--folder', 'state', '--key', 'key.txt', '--log', address]
  expect((await run(await log.checkpoint(300), ...given)).code).toBe(0)
  const hostile: [Answer, string][] = [
    [(response) => response.end(), 'has the wrong width.'],
    [(response, tile) => response.end(Buffer.concat([tile, tile])), 'has the wrong width.'],
    [(response) => response.end(Buffer.alloc(100_001)), 'its answer is too long.'],
    [(response) => response.writeHead(500).end('x'), 'it answered with status 500.'],
    [(response) => response.writeHead(302, { location: '/secret' }).end(), 'unexpected redirect.'],
    [(response) => response.destroy(), 'cannot be read: other side closed.'],
    [(response) => response.writeHead(404).end('x'), 'is missing.'],
    [(response, tile) => response.end(tile.map((byte) => byte ^ 1)), 'do not give the root'],
    [
      (response) => {
        const more = () => response.write(Buffer.alloc(50_000)) && setImmediate(more)
        response.on('drain', more)
        more()
      },
      'its answer is too long.',
    ],
  ]
  for (const [next, said] of hostile) {
    answer = next
    expect(await run(await log.checkpoint(), ...given)).toEqual({
      code: 2,
      printed: '',
      said: expect.stringContaining(said),
    })
  }
  answer = (response, tile) => response.end(tile)
  expect((await run(await log.checkpoint(), ...given)).code).toBe(0)
  expect(asked.filter((url) => !url.startsWith('/log/tile/'))).toEqual([])
})
