import { maxPictureBytes, type PictureType, pictureSide } from '@strand/contracts/catalogue/picture'
import type { Sharp } from 'sharp'

const leastSide = 96

/**
 * What is tried until the picture is small enough, best first. Even random noise is small enough
 * with one of the last two.
 */
const attempts = [
  { side: pictureSide, quality: 70 },
  { side: pictureSide, quality: 45 },
  { side: 192, quality: 45 },
  { side: 192, quality: 20 },
  { side: leastSide, quality: 45 },
]

const encoders: Record<PictureType, (picture: Sharp, quality: number) => Sharp> = {
  webp: (picture, quality) => picture.webp({ quality, effort: 5 }),
  // At the same quality number, AVIF gives a better and larger picture.
  avif: (picture, quality) => picture.avif({ quality: quality * 0.8, effort: 4 }),
}

export type SmallPicture = Record<PictureType, Buffer>

/** The middle of a picture as a square, in each type; transparent parts become white. */
export const encodeSmall = async (decoded: () => Sharp): Promise<SmallPicture> => ({
  avif: await smallest(decoded, 'avif'),
  webp: await smallest(decoded, 'webp'),
})

const smallest = async (decoded: () => Sharp, type: PictureType): Promise<Buffer> => {
  for (const { side, quality } of attempts) {
    const square = decoded().flatten({ background: 'white' }).resize(side, side, { fit: 'cover' })
    const bytes = await encoders[type](square, quality).toBuffer()
    if (bytes.length <= maxPictureBytes) return bytes
  }
  throw new Error(
    `even at ${leastSide} × ${leastSide} pixels, the picture takes more than ${maxPictureBytes} bytes`,
  )
}
