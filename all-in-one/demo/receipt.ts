import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

// The image library gets bytes instead of a path, because the upload code turns off its other
// inputs.
const asset = (name: string) => readFile(new URL(`./assets/${name}`, import.meta.url))

/**
 * The glyphs in `digits.png`, one per cell. They are an image, because a bare machine may have no
 * fonts.
 */
const glyphs = '0123456789,₦'
const cell = { width: 33, height: 56 }

/** Draws a bank receipt for an amount in naira, as on a customer's phone, as a PNG. */
export const openReceipts = async () => {
  const paper = await sharp(await asset('receipt.png'))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const digits = await asset('digits.png')
  const drawn = new Map<string, Buffer>()
  for (const [index, glyph] of [...glyphs].entries())
    drawn.set(
      glyph,
      await sharp(digits)
        .extract({ left: index * cell.width, top: 0, ...cell })
        .png()
        .toBuffer(),
    )

  let serial = 0
  return async (naira: number): Promise<Buffer> => {
    // A serial number in the last pixels makes each receipt a different file.
    const grained = Buffer.from(paper.data)
    grained.writeUInt32BE(++serial, grained.length - 4)
    const text = [...`₦${naira.toLocaleString('en-US')}`]
    const left = Math.round((paper.info.width - text.length * cell.width) / 2)
    const { width, height, channels } = paper.info
    return sharp(grained, { raw: { width, height, channels } })
      .composite(
        text.flatMap((glyph, index) => {
          const input = drawn.get(glyph)
          return input ? [{ input, left: left + index * cell.width, top: 298 }] : []
        }),
      )
      .png({ compressionLevel: 6 })
      .toBuffer()
  }
}
