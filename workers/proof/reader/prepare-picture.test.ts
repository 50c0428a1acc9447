import sharp from 'sharp'
import { expect, test } from 'vitest'
import { preparePicture } from './prepare-picture.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#aabbcc' } })
    .png()
    .toBuffer()

// Enlarged to the usual width, such a picture took over 300 MB and crashed the reader three times.
test('a picture of a single row or column is prepared like any other', {
  timeout: 30_000,
}, async () => {
  for (const [width, height] of [
    [1, 2_000],
    [2_000, 1],
    [1, 1],
  ] as const) {
    const before = process.resourceUsage().maxRSS
    const { png } = await (await preparePicture(await picture(width, height)))(1)
    const made = await sharp(png).metadata()
    expect(made.width * made.height).toBeLessThanOrEqual(4_100_000)
    expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(250)
  }
})
