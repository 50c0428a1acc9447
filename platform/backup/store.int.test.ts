import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startS3Server } from '../files/testing/s3-server.ts'
import { openBackupStore } from './store.ts'

const inFolder = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return path.join(folder, 'backup')
}
const places = [
  ['a folder', inFolder],
  ['a bucket', async () => (await startS3Server()).url()],
] as const

describe.each(places)('a backup in %s', (_name, place) => {
  test('has the files that were written, each replaced as a whole', async () => {
    const location = await place()
    const store = await openBackupStore(location)
    expect(await store.read('manifest.json')).toBeNull()
    for (const content of ['one', 'two']) await store.write('manifest.json', Buffer.from(content))
    await store.write('log/000-5.jsonl.gz', Buffer.from('events'))
    await store.write('files/abc', Buffer.alloc(0))
    const again = await openBackupStore(location)
    expect(String(await again.read('manifest.json'))).toBe('two')
    await again.delete('files/abc')
    await again.delete('files/abc')
    const names: string[] = []
    for await (const name of again.list()) names.push(name)
    expect(names.sort()).toEqual(['log/000-5.jsonl.gz', 'manifest.json'])
  })

  test.each([
    '../secret',
    'a/b/c',
    '.hidden',
    'log/../x',
    '',
    'a b',
  ])('has no file %j', async (name) => {
    const store = await openBackupStore(await place())
    await expect(store.write(name, Buffer.from('x'))).rejects.toThrow('an invalid name')
    await expect(async () => store.read(name)).rejects.toThrow('an invalid name')
  })
})

test("only the backup's own user can read it", async () => {
  const folder = await inFolder()
  await (await openBackupStore(folder)).write('keys/1.jsonl.gz', Buffer.from('x'))
  const modeOf = async (name: string) => (await stat(path.join(folder, name))).mode & 0o777
  expect([await modeOf(''), await modeOf('keys'), await modeOf('keys/1.jsonl.gz')]).toEqual([
    0o700, 0o700, 0o600,
  ])
})

test('other kinds of addresses are refused', async () => {
  await expect(openBackupStore('https://example.com/backup')).rejects.toThrow(
    'begins with file: or s3:, or a path',
  )
})
