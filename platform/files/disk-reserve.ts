import { z } from 'zod'
import type { FileStore } from './file-store.ts'

/** The space that files must leave free on a disk: the larger of the two values. */
export type DiskReserve = {
  /** A share of the whole disk, from 0 to 1. */
  share: number
  bytes: number
}

const units: Record<string, number> = { '': 1, kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30, tb: 2 ** 40 }

const bytesOf = (text: string): number | null => {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?) *([kmgt]b)?$/i.exec(text) ?? []
  const bytes = digits ? Math.round(Number(digits) * (units[unit.toLowerCase()] ?? 1)) : Number.NaN
  return Number.isSafeInteger(bytes) ? bytes : null
}

/** A size in bytes, such as `5GB`, `500 MB` or `0`; a kB has 1024 bytes. */
export const byteSize = z.string().transform((text, context) => {
  const bytes = bytesOf(text.trim())
  if (bytes !== null) return bytes
  context.addIssue({ code: 'custom', message: 'expected a size like 5GB' })
  return z.NEVER
})

/** A share of the disk, a size, or both, such as `20%,2GB`; the larger counts. */
export const diskReserve = z.string().transform((text, context): DiskReserve => {
  const reserve = { share: 0, bytes: 0 }
  for (const part of text.split(',').map((one) => one.trim())) {
    const percent = /^(\d+(?:\.\d+)?) *%$/.exec(part)?.[1]
    const bytes = bytesOf(part)
    if (percent && Number(percent) <= 100) reserve.share = Number(percent) / 100
    else if (bytes !== null) reserve.bytes = bytes
    else {
      context.addIssue({
        code: 'custom',
        message: 'expected a share of the disk, a size, or both, like 20%,2GB',
      })
      return z.NEVER
    }
  }
  return reserve
})

/**
 * How many bytes files can still take; negative if the reserve is exceeded, infinite if the store
 * has no disk of its own. Throws `Rejected('unavailable')` if the disk does not answer within 2 s.
 */
export const spaceAboveReserve = async (
  { space }: Pick<FileStore, 'space'>,
  reserve: DiskReserve,
): Promise<number> => {
  if (!space) return Number.POSITIVE_INFINITY
  const { free, total } = await space()
  return free - Math.max(total * reserve.share, reserve.bytes)
}
