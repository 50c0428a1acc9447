import { Rejected, unavailable } from '@strand/event-sourcing/errors'
import type { Now } from '@strand/platform/clock'
import { openProcessorBudget } from '@strand/platform/fairness/budget'
import type { Clock } from '@strand/platform/fairness/clock'
import { type Claimant, openPlaces } from '@strand/platform/fairness/places'
import { type ImageType, maxSide, type Picture } from './image.ts'
import {
  maxPerPicture,
  openPictureProcess,
  type PictureJob,
  PictureProcessEnded,
  type PictureResult,
} from './picture-process.ts'
import { claimedPixels, sizeWithin } from './picture-size.ts'
import type { SmallPicture } from './small-picture.ts'

export type WaitingContent = {
  /** The first bytes, or fewer if the file is shorter. */
  head: (length: number) => Promise<Uint8Array>
  read: () => Promise<Uint8Array>
}

export type Pictures = {
  /**
   * Re-encodes a proof of payment. Throws `Rejected` if the picture is damaged, too large or too
   * costly. Once a client has used much CPU time, its pictures are processed one at a time.
   */
  clean: (content: WaitingContent, type: ImageType, sent: SentPicture) => Promise<Picture>
  /** Makes a product's small pictures. Throws like `clean`. */
  shrink: (content: WaitingContent, type: ImageType, sent: SentPicture) => Promise<SmallPicture>
  close: () => Promise<void>
}

type SentPicture = { fileName: string; by: Claimant }

/** The maximum number of pixels in a picture from the web app, which scales pictures down. */
const smallPixels = maxSide * maxSide

/**
 * Processes two pictures at a time, one small and one large, so that the order form's uploads never
 * wait behind 40-megapixel pictures, which take half a second each.
 */
export const openPictures = (options: {
  now: Now
  /** The CPU milliseconds per hour that a client's pictures can use at full speed. */
  perHour?: number
  clock?: Clock | undefined
}): Pictures => {
  const { now, perHour, clock } = options
  // Enough for about 600 pictures from the web app.
  const budget = openProcessorBudget({ perHour, now: () => now().getTime() })
  const openLane = (queue: number) => {
    const places = openPlaces({
      atOnce: 1,
      queue,
      budget,
      clock,
      retryAfter: 5,
      texts: {
        busy: 'Too many pictures are arriving at the moment, please try again',
        tooMany: 'Too many pictures are coming from your network at once',
      },
    })
    return { places, worker: openPictureProcess() }
  }
  const [small, large] = [openLane(60), openLane(20)]

  const run = async (
    content: WaitingContent,
    type: ImageType,
    { fileName, by }: SentPicture,
    jobOf: (bytes: Uint8Array) => PictureJob,
  ): Promise<Exclude<PictureResult, { kind: 'refused' }>> => {
    const pixels = claimedPixels(await content.head(sizeWithin), type)
    const { places, worker } = pixels !== undefined && pixels <= smallPixels ? small : large
    const result = await places.use(by, async (place) => {
      // The content is read only now; until then, the bytes wait on disk.
      const job = jobOf(await content.read())
      try {
        const { result, processorMs } = await worker.run(job)
        place.charge(processorMs)
        return result
      } catch (error) {
        if (!(error instanceof PictureProcessEnded)) throw error
        if (!error.isByPicture) throw unavailable('The picture decoder', error, 5)
        place.charge(maxPerPicture.processorMs)
        throw damaged(fileName, error)
      }
    })
    if (result.kind === 'refused') throw refusals[result.flaw](fileName)
    return result
  }

  return {
    clean: async (content, type, sent) => {
      const result = await run(content, type, sent, (bytes) => ({ kind: 'proof', bytes, type }))
      if (result.kind !== 'proof') throw new Error('the decoder answered a different job')
      return result.picture
    },
    shrink: async (content, type, sent) => {
      const result = await run(content, type, sent, (bytes) => ({ kind: 'small', bytes }))
      if (result.kind !== 'small') throw new Error('the decoder answered a different job')
      return result.small
    },
    close: async () => {
      small.worker.stop()
      large.worker.stop()
    },
  }
}

const damaged = (fileName: string, cause?: unknown) =>
  new Rejected('invalid', `${fileName} is damaged: it cannot be shown as a picture`, { cause })

type Refused = Extract<PictureResult, { kind: 'refused' }>

const refusals: Record<Refused['flaw'], (fileName: string) => Rejected> = {
  damaged: (fileName) => damaged(fileName),
  'too many pixels': (fileName) =>
    new Rejected('too-large', `${fileName} has more than 40 megapixels.`),
  grows: (fileName) =>
    new Rejected(
      'too-large',
      `${fileName} would become far larger when the shop saves it: please send a screenshot or a photo of it`,
    ),
  'too much work': (fileName) =>
    new Rejected(
      'too-large',
      `${fileName} takes too long to open: please send a screenshot or a photo of it`,
    ),
}
