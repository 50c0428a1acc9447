import type { FileType } from '@strand/contracts/upload'
import { Rejected } from '@strand/platform/errors'
import sharp from 'sharp'
import { openGate } from './gate.ts'

/** Checked in the header, before any decoding: a few kilobytes can claim to be gigabytes. */
export const maximumPixels = 40_000_000

/** Images decoded at a time, of up to 160 MB each, and how many more may wait for it. */
const inTurn = openGate({ atOnce: 2, queue: 50 })

// Whoever sends a file chooses its decoder: leave only the two that are meant.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
// Nothing is ever seen twice.
sharp.cache(false)

/**
 * The same picture, written anew: upright, without metadata (a phone's photo knows where it was
 * taken) and without whatever bytes hung behind it. Takes a function, so that bytes wait on disk.
 */
export const cleanImage = (
  read: () => Promise<Uint8Array>,
  type: Exclude<FileType, 'application/pdf'>,
  fileName: string,
): Promise<Buffer> =>
  inTurn(async () => {
    const image = sharp(await read(), { limitInputPixels: maximumPixels, failOn: 'error' })
    try {
      const { width, height } = await image.metadata()
      if (width * height > maximumPixels) throw tooManyPixels(fileName)
      const upright = image.autoOrient()
      return await (type === 'image/png' ? upright.png() : upright.jpeg({ quality: 80 })).toBuffer()
    } catch (error) {
      if (error instanceof Rejected) throw error
      if (error instanceof Error && /pixel limit/i.test(error.message))
        throw tooManyPixels(fileName)
      throw new Rejected('invalid', `${fileName} is damaged: it cannot be shown as a picture`, {
        cause: error,
      })
    }
  })

const tooManyPixels = (fileName: string) =>
  new Rejected('too-large', `${fileName} has more than 40 megapixels.`)
