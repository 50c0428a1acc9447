import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import type { Picture } from './image.ts'
import type { FromPictureProgram, PictureJob, PictureResult } from './picture-process.ts'

// Decodes strangers' pictures, one at a time. This program has no settings, secrets or connections.
// Nothing else runs here, so the CPU time and memory of this process are those of the picture.

/** In milliseconds: how often the picture's usage is checked. */
const lookEvery = 20

/**
 * Lowers this process's priority below the server's. On Linux, each thread has a priority of its
 * own.
 */
const stepBack = () => {
  const { PRIORITY_BELOW_NORMAL } = constants.priority
  try {
    for (const thread of readdirSync('/proc/self/task'))
      setPriority(Number(thread), PRIORITY_BELOW_NORMAL)
  } catch {
    setPriority(PRIORITY_BELOW_NORMAL)
  }
}

stepBack()
// The module is imported after `stepBack`, so that its threads inherit the low priority.
const { BadPicture, cleanImage, decodeImage } = await import('./image.ts')
const { encodeSmall } = await import('./small-picture.ts')

const work = async (job: PictureJob): Promise<PictureResult> => {
  if (job.kind === 'small')
    return { kind: 'small', small: await encodeSmall(await decodeImage(job.bytes)) }
  const picture: Picture = await cleanImage(job.bytes, job.type)
  return { kind: 'proof', picture }
}

const answer = async ({ job, limits }: { job: PictureJob; limits: Limits }) => {
  const before = process.cpuUsage()
  const used = () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const send = (result: PictureResult, then = () => {}) => {
    const message: FromPictureProgram = { result, processorMs: used() }
    process.send?.(message, then)
  }
  const watch = setInterval(() => {
    if (used() <= limits.processorMs && process.memoryUsage.rss() <= limits.bytes) return
    clearInterval(watch)
    // Exits, because nothing else stops the decoder.
    send({ kind: 'refused', flaw: 'too much work' }, () => process.exit(0))
  }, lookEvery)
  try {
    send(await work(job))
  } catch (error) {
    if (!(error instanceof BadPicture)) throw error
    send({ kind: 'refused', flaw: error.flaw })
  } finally {
    clearInterval(watch)
    globalThis.gc?.()
  }
}

type Limits = { processorMs: number; bytes: number }

process.on('message', answer)
process.on('disconnect', () => process.exit(0))
