import type { FileType } from '@strand/contracts/uploads'
import { openSemaphore } from '@strand/platform/async/semaphore'
import { Rejected } from '@strand/platform/errors'
import sharp, { type Sharp } from 'sharp'

/** Checked in the header before any decoding: a few kilobytes can claim to be gigabytes. */
export const maximumPixels = 40_000_000

/** The longest side kept, in pixels: enough to read a bank's receipt. */
export const maximumSide = 2_000

/** Bytes that any picture may take, so that a small one may grow. */
const smallPicture = 64 * 1024

/** The most pixels of a picture that the web app has scaled down before sending it. */
const smallPixels = maximumSide * maximumSide

// One thread per picture and two pictures at a time, one small and one large. So an upload from the
// form never waits behind pictures of 40 megapixels, each of which takes half a second.
sharp.concurrency(1)
const headerSemaphore = openSemaphore({ atOnce: 1, queue: 100 })
const smallSemaphore = openSemaphore({ atOnce: 1, queue: 60 })
const largeSemaphore = openSemaphore({ atOnce: 1, queue: 10 })

// The sender of a file chooses its decoder, so allow only the two decoders that we need.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
// The same picture never comes twice, so a cache would not help.
sharp.cache(false)

type PictureType = Exclude<FileType, 'application/pdf'>
export type Picture = { type: PictureType; bytes: Uint8Array }

/**
 * Re-encodes a picture: upright, at most 2000 pixels on its longest side and 8 bits per channel,
 * without metadata (a phone's photo records where it was taken) and without any bytes appended to
 * it. The result takes at most twice the bytes received, or 64 kB. To fit, a PNG may become a JPEG;
 * a picture that still does not fit is rejected. Takes a function, so that waiting bytes stay on
 * disk.
 */
export const cleanImage = (
  read: () => Promise<Uint8Array>,
  type: PictureType,
  fileName: string,
): Promise<Picture> =>
  admitted(read, fileName, async (sent) => {
    const most = Math.max(2 * sent.length, smallPicture)
    for (const { type: kept, encode } of attempts[type]) {
      const bytes = await orRejected(fileName, () => encode(scaled(sent)).toBuffer())
      if (bytes.length <= most) return { type: kept, bytes }
    }
    throw new Rejected(
      'too-large',
      `${fileName} would take far more space than the file you sent: please send a screenshot or a photo of it`,
    )
  })

/**
 * Decodes a picture once, to be encoded several times: calls `use` with its pixels, upright and at
 * most 2000 on the longest side, 8 bits per channel. Takes a function, so that waiting bytes stay
 * on disk.
 */
export const decodeImage = <T>(
  read: () => Promise<Uint8Array>,
  fileName: string,
  use: (decoded: () => Sharp) => Promise<T>,
): Promise<T> =>
  admitted(read, fileName, async (sent) => {
    const { data, info } = await orRejected(fileName, () =>
      scaled(sent).raw().toBuffer({ resolveWithObject: true }),
    )
    const limitInputPixels = maximumSide * maximumSide
    return use(() => sharp(data, { raw: info, limitInputPixels }))
  })

/** Refuses a picture of too many pixels, and works on the others when there is room for them. */
const admitted = async <T>(
  read: () => Promise<Uint8Array>,
  fileName: string,
  work: (sent: Uint8Array) => Promise<T>,
): Promise<T> => {
  const header = await headerSemaphore(async () => {
    const sent = await read()
    return { sent, pixels: await pixelsOf(sent, fileName) }
  })
  const semaphore = header.pixels > smallPixels ? largeSemaphore : smallSemaphore
  let sent: Uint8Array | undefined = header.sent
  const worked = semaphore(async () => work(sent ?? (await read())))
  // If there was no room at once, the bytes wait on disk.
  sent = undefined
  return worked
}

/** Huffman tables made for the picture would take a twelfth less room, and two thirds more processor time. */
const jpeg = { optimiseCoding: false }

/**
 * Encodings in order of decreasing size; the first result that fits is kept, which is nearly always
 * the first. So each attempt decodes again, and no picture is held as raw pixels.
 */
const attempts: Record<PictureType, { type: PictureType; encode: (of: Sharp) => Sharp }[]> = {
  'image/png': [
    { type: 'image/png', encode: (of) => of.toColourspace('srgb').png() },
    { type: 'image/jpeg', encode: (of) => of.flatten({ background: 'white' }).jpeg(jpeg) },
    {
      type: 'image/jpeg',
      encode: (of) => of.flatten({ background: 'white' }).jpeg({ ...jpeg, quality: 50 }),
    },
  ],
  'image/jpeg': [
    { type: 'image/jpeg', encode: (of) => of.jpeg(jpeg) },
    { type: 'image/jpeg', encode: (of) => of.jpeg({ ...jpeg, quality: 50 }) },
  ],
}

/** According to the header, before anything is decoded. */
const pixelsOf = (sent: Uint8Array, fileName: string): Promise<number> =>
  orRejected(fileName, async () => {
    const { width, height } = await openImage(sent).metadata()
    if (width * height > maximumPixels) throw tooManyPixels(fileName)
    return width * height
  })

/** Upright, and within the longest side that is kept. */
const scaled = (sent: Uint8Array) =>
  openImage(sent)
    .autoOrient()
    .resize({ width: maximumSide, height: maximumSide, fit: 'inside', withoutEnlargement: true })

const openImage = (sent: Uint8Array) =>
  sharp(sent, { limitInputPixels: maximumPixels, failOn: 'error' })

const orRejected = async <T>(fileName: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
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
