import { Readable } from 'node:stream'
import type { FileType } from '@strand/contracts/upload'
import { Rejected } from '@strand/platform/errors'
import sharp, { type Sharp } from 'sharp'
import { openGate } from './gate.ts'

/** Checked in the header, before any decoding: a few kilobytes can claim to be gigabytes. */
export const maximumPixels = 40_000_000

/** Pixels of the longest side that is kept: enough to read a bank's receipt by. */
export const keptSide = 2_000

/** Bytes that a picture may always take, so that a small one may grow. */
const smallPicture = 64 * 1024

/** Images decoded at a time, of up to 160 MB each, and how many more may wait for it. */
const inTurn = openGate({ atOnce: 2, queue: 50 })

// Whoever sends a file chooses its decoder: leave only the two that are meant.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
// Nothing is ever seen twice.
sharp.cache(false)

type PictureType = Exclude<FileType, 'application/pdf'>
export type Picture = { type: PictureType; bytes: Readable }

/**
 * The same picture, written anew: upright, 2000 pixels at its longest side and 8 bits a channel at
 * most, without metadata (a phone's photo knows where it was taken) and without whatever bytes hung
 * behind it. It takes at most twice the bytes that came, or 64 kB: for that a PNG may become a
 * JPEG, and what still does not fit is refused. Takes a function, so that bytes wait on disk.
 */
export const cleanImage = (
  read: () => Promise<Uint8Array>,
  type: PictureType,
  fileName: string,
): Promise<Picture> =>
  inTurn(async () => {
    const sent = await read()
    const most = Math.max(2 * sent.length, smallPicture)
    const decoded = await decode(sent, fileName)
    for (const { type: kept, encode } of attempts[type]) {
      const bytes = await encode(
        sharp(decoded.data, { raw: decoded.info, limitInputPixels: keptSide * keptSide }),
      ).toBuffer()
      if (bytes.length <= most) return { type: kept, bytes: Readable.from([bytes]) }
    }
    throw new Rejected(
      'too-large',
      `${fileName} would take far more room than it came with, please send a screenshot or a photo of it`,
    )
  })

/** Smaller and smaller, the first that fits is kept. */
const attempts: Record<PictureType, { type: PictureType; encode: (of: Sharp) => Sharp }[]> = {
  'image/png': [
    { type: 'image/png', encode: (of) => of.png() },
    { type: 'image/jpeg', encode: (of) => of.flatten({ background: 'white' }).jpeg() },
    {
      type: 'image/jpeg',
      encode: (of) => of.flatten({ background: 'white' }).jpeg({ quality: 50 }),
    },
  ],
  'image/jpeg': [
    { type: 'image/jpeg', encode: (of) => of.jpeg() },
    { type: 'image/jpeg', encode: (of) => of.jpeg({ quality: 50 }) },
  ],
}

/** Raw pixels are of 8 bits a channel, whatever came. */
const decode = async (sent: Uint8Array, fileName: string) => {
  const image = sharp(sent, { limitInputPixels: maximumPixels, failOn: 'error' })
  try {
    const { width, height } = await image.metadata()
    if (width * height > maximumPixels) throw tooManyPixels(fileName)
    return await image
      .autoOrient()
      .resize({ width: keptSide, height: keptSide, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true })
  } catch (error) {
    if (error instanceof Rejected) throw error
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooManyPixels(fileName)
    throw new Rejected('invalid', `${fileName} is damaged: it cannot be shown as a picture`, {
      cause: error,
    })
  }
}

const tooManyPixels = (fileName: string) =>
  new Rejected('too-large', `${fileName} has more than 40 megapixels.`)
