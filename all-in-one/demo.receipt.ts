import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const asset = (name: string) => fileURLToPath(new URL(`./demo-assets/${name}`, import.meta.url))

/** The glyphs of `digits.png`, one a cell. Drawn, since a bare machine has no font to write with. */
const glyphs = '0123456789,₦'
const cell = { width: 33, height: 56 }

/** A bank's receipt over `naira`, as a customer's phone would show it: a PNG. */
export const drawReceipt = async (naira: number): Promise<Buffer> => {
  const text = `₦${naira.toLocaleString('en-US')}`
  const left = Math.round((540 - text.length * cell.width) / 2)
  const characters = await Promise.all(
    [...text].map(async (character, index) => ({
      input: await sharp(asset('digits.png'))
        .extract({ left: glyphs.indexOf(character) * cell.width, top: 0, ...cell })
        .toBuffer(),
      left: left + index * cell.width,
      top: 298,
    })),
  )
  return sharp(asset('receipt.png')).composite(characters).png({ palette: true }).toBuffer()
}
