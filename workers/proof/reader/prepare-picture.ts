import sharp, { type Sharp } from 'sharp'
import { removeRules } from './remove-rules.ts'
import { tiltOf } from './skew.ts'

/**
 * The limit on decoded pixels, checked in the header before decoding, as when the file was
 * uploaded.
 */
const maxPixels = 40_000_000

/**
 * The range of widths, in pixels, in which a phone screenshot's letters have the best size for OCR.
 */
const narrowest = 870
const widest = 1_280
/** In pixels: a larger picture is shrunk before it is read. */
const maxRead = 4_000_000

/** Below this average brightness (0 to 255), a picture has light letters on a dark background. */
const dark = 110

sharp.concurrency(1)
sharp.cache(false)
// The content of a stranger's file decides which decoder runs, so only the two that we need are
// allowed.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })

type PreparedPicture = { png: Buffer; width: number }

/**
 * Prepares a picture for OCR: in gray, with dark letters on a light background, of a uniform size,
 * straight, and without ruled lines. The returned function scales the result by `larger`. Throws if
 * the picture is damaged or has more than 40 megapixels.
 */
export const preparePicture = async (
  bytes: Uint8Array,
): Promise<(scale: number) => Promise<PreparedPicture>> => {
  const picture = () => sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
  const { width, height } = await picture().metadata()
  const wanted = Math.min(Math.max(width, narrowest), widest)
  const scale = Math.min(wanted / width, Math.sqrt(maxRead / (width * height)))
  const { data, info } = await picture()
    .flatten({ background: 'white' })
    .resize({ width: Math.max(1, Math.round(width * scale)), kernel: 'lanczos3' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const grey = () => sharp(data, { raw: info, limitInputPixels: 2 * maxRead })
  const { channels } = await grey().stats()
  const upright = (channels[0]?.mean ?? 255) < dark ? grey().negate() : grey()
  const tilt = await tiltIn(grey())
  const level = await upright
    .rotate(-tilt, { background: 'white' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  removeRules({ data: level.data, width: level.info.width, height: level.info.height })
  return async (larger) => {
    const prepared = sharp(level.data, { raw: level.info, limitInputPixels: 2 * maxRead })
    const { data: png, info: made } = await prepared
      .resize({ width: Math.max(1, Math.round(level.info.width * larger)), kernel: 'lanczos3' })
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true })
    return { png, width: made.width }
  }
}

/** The width of the copy whose tilt is measured: enough to separate the lines of a receipt. */
const widthForTilt = 400

const tiltIn = async (grey: Sharp): Promise<number> => {
  const { data, info } = await grey
    .resize({ width: widthForTilt, withoutEnlargement: true })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return tiltOf({ data, ...info })
}
