import { logEndpoints } from '@strand/contracts/log-proof/log.endpoints'
import { fetchResponse } from '../shared/api/client.ts'
import type { ReadTile } from './tree.ts'

/** Fetches a public tile of the shop's log (c2sp.org/tlog-tiles). */
export const readPublishedTile: ReadTile = async (level, index, width) => {
  const [first = '', second, third] = tileParts(index, width)
  const part = { level: String(level), first }
  const answer = await (third !== undefined && second !== undefined
    ? fetchResponse(logEndpoints.getLogTileInThreeParts, { params: { ...part, second, third } })
    : second !== undefined
      ? fetchResponse(logEndpoints.getLogTileInTwoParts, { params: { ...part, second } })
      : fetchResponse(logEndpoints.getLogTile, { params: part }))
  return new Uint8Array(await answer.arrayBuffer())
}

/**
 * The parts of a tile's path, such as `x001`, `067.p` and `12`: the index in groups of three digits
 * and, for a partial tile, its width.
 */
export const tileParts = (index: number, width: number): string[] => {
  const digits = String(index)
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0')
  const groups = (padded.match(/\d{3}/g) ?? []).map((group, n, all) =>
    n < all.length - 1 ? `x${group}` : group,
  )
  const last = groups.pop() ?? ''
  return width < 256 ? [...groups, `${last}.p`, String(width)] : [...groups, last]
}
