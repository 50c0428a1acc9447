import sharp from 'sharp'
import { repeatedly, type Sample } from '../measuring/samples.ts'

/** A picture of three megapixels with enough detail for about 300 kB. */
const photo = sharp({
  create: {
    width: 2000,
    height: 1500,
    channels: 3,
    background: 'grey',
    noise: { type: 'gaussian', mean: 128, sigma: 23 },
  },
})
  .blur(1.5)
  .jpeg()
  .toBuffer()

export const photoInBase64 = async () => (await photo).toString('base64')

export const encodePhoto = async ({ seconds }: { seconds: number }): Promise<Sample> => {
  const sent = await photo
  return repeatedly({ width: 1, seconds }, () => sharp(sent).jpeg().toBuffer())
}
