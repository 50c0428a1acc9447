import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { silentLog } from '@strand/event-sourcing/log'
import { expect, test } from 'vitest'
import { type FileStore, openFiles } from '../open.ts'

export const newKey = () => randomBytes(20).toString('hex')
export const inChunks = (bytes: Buffer, size = 64 * 1024) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    })(),
    { objectMode: false },
  )
export const keysOf = async (files: FileStore) => {
  const keys: string[] = []
  for await (const { key } of files.list()) keys.push(key)
  return keys.sort()
}

/** The contract of every file store; `freshUrl` returns the URL of an empty one. */
export const filesContract = (freshUrl: () => Promise<string>) => {
  const start = async () => openFiles(await freshUrl(), { log: silentLog })

  test('a file is read back byte for byte, with the size and hash reported at writing', async () => {
    const files = await start()
    for (const size of [0, 1, 64 * 1024, 5_000_001]) {
      const bytes = randomBytes(size)
      const key = newKey()
      expect(await files.write(key, inChunks(bytes))).toEqual({
        size,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      })
      const found = await files.read(key)
      expect(found?.size).toBe(size)
      expect(Buffer.compare(await buffer(found?.stream ?? Readable.from([])), bytes)).toBe(0)
    }
  })

  test('a missing file reads as null, and deleting it succeeds', async () => {
    const files = await start()
    expect(await files.read(newKey())).toBeNull()
    await files.delete(newKey())
  })

  test('a deleted file is gone, and its neighbours stay', async () => {
    const files = await start()
    const [one, other] = [newKey(), newKey()]
    await files.write(one, inChunks(Buffer.from('one')))
    await files.write(other, inChunks(Buffer.from('other')))
    await files.delete(one)
    expect(await files.read(one)).toBeNull()
    expect(await keysOf(files)).toEqual([other])
  })

  test('every file is listed with its size', async () => {
    const files = await start()
    const keys = Array.from({ length: 5 }, newKey).sort()
    for (const key of keys) await files.write(key, inChunks(Buffer.from(key)))
    expect(await keysOf(files)).toEqual(keys)
    for await (const { size } of files.list()) expect(size).toBe(40)
  })

  test('an upload that breaks off leaves nothing, and its error is passed on', async () => {
    const files = await start()
    const key = newKey()
    const breaking = async function* () {
      yield randomBytes(100_000)
      throw new Error('the customer went away')
    }
    await expect(files.write(key, breaking())).rejects.toThrow('the customer went away')
    expect(await files.read(key)).toBeNull()
    expect(await keysOf(files)).toEqual([])
  })

  test('a malformed key reaches neither disk nor network', async () => {
    const files = await start()
    for (const key of [
      '',
      '..',
      '../../etc/passwd',
      'a/b',
      'short',
      `${newKey()}/..`,
      'x'.repeat(101),
    ]) {
      await expect(files.write(key, inChunks(Buffer.from('x')))).rejects.toThrow(TypeError)
      await expect(files.read(key)).rejects.toThrow(TypeError)
      await expect(files.delete(key)).rejects.toThrow(TypeError)
    }
  })

  test('a store that works is healthy', async () => {
    await (await start()).health()
  })
}
