import type { FileType } from '@strand/contracts/uploads'
import sharp, { type Sharp } from 'sharp'

/**
 * The limit on decoded pixels, checked in the header: a few kilobytes can claim to be gigabytes.
 */
const maxPixels = 40_000_000

/** The longest side of a stored picture, in pixels: enough to read a bank's receipt. */
export const maxSide = 2_000

/**
 * In bytes: any picture may be stored up to this size, because a small picture can grow when it is
 * re-encoded.
 */
const smallPicture = 64 * 1024

sharp.concurrency(1)
// The content of a stranger's file decides which decoder runs, so only the two that we need are
// allowed.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
// No picture is decoded twice, so a cache would be useless.
sharp.cache(false)

export type ImageType = Exclude<FileType, 'application/pdf'>
export type Picture = { type: ImageType; bytes: Uint8Array }

export type Flaw = 'too many pixels' | 'damaged' | 'grows'

export class BadPicture extends Error {
  override name = 'BadPicture'
  readonly flaw: Flaw

  constructor(flaw: Flaw, cause?: unknown) {
    super(flaw, { cause })
    this.flaw = flaw
  }
}

/**
 * Re-encodes a picture: upright, at most 2000 pixels on its longest side, with 8 bits per channel,
 * without metadata (a phone's photo says where it was taken) and without bytes after the picture's
 * end. The result has at most twice the received bytes or 64 kB, whichever is more. To fit, a PNG
 * may become a JPEG. Throws `BadPicture` if the picture cannot be decoded, or if no encoding fits.
 */
export const cleanImage = async (sent: Uint8Array, type: ImageType): Promise<Picture> => {
  const most = Math.max(2 * sent.length, smallPicture)
  const decoded = await decodeImage(sent)
  for (const { type: kept, encode } of attempts[type]) {
    const bytes = await encode(decoded()).toBuffer()
    if (bytes.length <= most) return { type: kept, bytes }
  }
  throw new BadPicture('grows')
}

/**
 * Decodes a picture once for several encodings: upright, at most 2000 pixels on the longest side,
 * with 8 bits per channel. Throws `BadPicture`.
 */
export const decodeImage = async (sent: Uint8Array): Promise<() => Sharp> => {
  try {
    const opened = sharp(sent, { limitInputPixels: maxPixels, failOn: 'error' })
    const { data, info } = await opened
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const limitInputPixels = maxSide * maxSide
    return () => sharp(data, { raw: info, limitInputPixels })
  } catch (error) {
    const isLarge = error instanceof Error && /pixel limit/i.test(error.message)
    throw new BadPicture(isLarge ? 'too many pixels' : 'damaged', error)
  }
}

/**
 * Optimized Huffman tables would save a twelfth of the space, but take two thirds more CPU time.
 */
const jpeg = { optimiseCoding: false }

/**
 * Encodings by decreasing size. The first result that fits is kept, nearly always the result of the
 * first encoding.
 */
const attempts: Record<ImageType, { type: ImageType; encode: (of: Sharp) => Sharp }[]> = {
  'image/png': [
    { type: 'image/png', encode: (of) => of.png() },
    { type: 'image/jpeg', encode: (of) => of.flatten({ background: 'white' }).jpeg(jpeg) },
    {
      type: 'image/jpeg',
      encode: (of) => of.flatten({ background: 'white' }).jpeg({ ...jpeg, quality: 50 }),
    },
    // For scans in black and white: scaling adds grays, which make them ten times as large.
    { type: 'image/png', encode: (of) => of.png({ palette: true, colours: 4, dither: 0 }) },
    { type: 'image/png', encode: (of) => of.png({ palette: true, colours: 2, dither: 0 }) },
  ],
  'image/jpeg': [
    { type: 'image/jpeg', encode: (of) => of.jpeg(jpeg) },
    { type: 'image/jpeg', encode: (of) => of.jpeg({ ...jpeg, quality: 50 }) },
  ],
}
