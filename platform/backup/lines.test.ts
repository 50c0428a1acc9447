import { gzipSync } from 'node:zlib'
import { BadSetting } from '@strand/event-sourcing/errors'
import { expect, test } from 'vitest'
import { linesOf, openLineWriter } from './lines.ts'

test('lines are read back as they were written', async () => {
  const files: Uint8Array[] = []
  const writer = openLineWriter({
    name: () => `part-${files.length}`,
    lines: 2,
    write: async (_name, content) => void files.push(content),
  })
  for (const line of ['one', '"₦"', '']) await writer.add(line)
  expect(await writer.end()).toEqual(['part-0', 'part-1'])
  expect(await Promise.all(files.map(linesOf))).toEqual([['one', '"₦"'], ['']])
})

test('a file of a few kilobytes that unpacks to gigabytes is refused while it is unpacked', async () => {
  // A gzip file can have several members, which unpack to one text.
  const member = gzipSync(Buffer.alloc(16_000_000, 'x'))
  const bomb = Buffer.concat(Array(7).fill(member))
  const before = process.memoryUsage().rss
  await expect(linesOf(bomb)).rejects.toThrow(
    new BadSetting(
      'A file in the backup unpacks to far more data than the shop puts into one file',
    ),
  )
  expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000)
  await expect(linesOf(Buffer.from('no gzip'))).rejects.toThrow(BadSetting)
})
