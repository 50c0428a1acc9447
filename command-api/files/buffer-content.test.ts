import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { bufferContent, bytesInMemory } from './buffer-content.ts'

const chunksOf = (content: Buffer, size: number) =>
  Array.from({ length: Math.ceil(content.length / size) }, (_none, index) =>
    content.subarray(index * size, (index + 1) * size),
  )

test.each([
  0,
  1,
  bytesInMemory - 1,
  bytesInMemory,
  bytesInMemory + 1,
  3 * bytesInMemory,
])('a content of %d bytes is read whole, as often as it is asked for', async (size) => {
  const content = Buffer.from(Uint8Array.from({ length: size }, (_none, index) => index % 251))
  for (const chunk of [65_536, bytesInMemory, 4 * bytesInMemory])
    await bufferContent(Readable.from(chunksOf(content, chunk)), async ({ head, read }) => {
      expect(Buffer.compare(await head(1000), content.subarray(0, 1000))).toBe(0)
      expect(Buffer.compare(await read(), content)).toBe(0)
      expect(Buffer.compare(await read(), content)).toBe(0)
    })
})

test.each([
  100,
  2 * bytesInMemory,
])('a content that breaks off after %d bytes is not used', async (size) => {
  const broken = Readable.from(
    (async function* () {
      yield Buffer.alloc(size)
      throw new Error('the line broke')
    })(),
  )
  const used = bufferContent(broken, async () => 'used')
  await expect(used).rejects.toThrow('the line broke')
  expect(broken.destroyed).toBe(true)
})
