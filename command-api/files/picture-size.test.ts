import { seed } from '@strand/platform/testing/random'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { claimedPixels } from './picture-size.ts'

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })

test('the header tells how many pixels a picture has', async () => {
  const png = await blank(31, 17).png().toBuffer()
  expect(claimedPixels(png, 'image/png')).toBe(31 * 17)
  for (const progressive of [false, true]) {
    const jpeg = await blank(300, 200).jpeg({ progressive }).toBuffer()
    expect(claimedPixels(jpeg, 'image/jpeg')).toBe(300 * 200)
  }
  const photo = await blank(300, 200)
    .withExif({ IFD0: { ImageDescription: 'x'.repeat(60_000) } })
    .jpeg()
    .toBuffer()
  expect(claimedPixels(photo, 'image/jpeg')).toBe(300 * 200)
  expect(claimedPixels(photo.subarray(0, 1_000), 'image/jpeg')).toBeUndefined()
})

test('any bytes get an answer at once', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, isMarked) => {
      if (isMarked) bytes.fill(0xff, 0, 3)
      for (const type of ['image/png', 'image/jpeg'] as const)
        expect(claimedPixels(bytes, type) ?? 0).toBeGreaterThanOrEqual(0)
    }),
    { seed },
  )
})
