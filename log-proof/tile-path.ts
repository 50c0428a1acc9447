import { type TileAddress, tileWidth } from './tree.ts'

/** `<L>/<N>[.p/<W>]` as in c2sp.org/tlog-tiles, relative to the log's `tile/`. */
export const tilePath = ({ level, index, width }: TileAddress): string => {
  const digits = String(index)
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0')
  const groups = padded.match(/\d{3}/g) ?? []
  const path = groups.map((group, n) => (n < groups.length - 1 ? `x${group}` : group)).join('/')
  return `${level}/${path}${width < tileWidth ? `.p/${width}` : ''}`
}

/** Parses a tile's path; null for any other spelling, so that each tile has only one address. */
export const parseTilePath = (path: string): TileAddress | null => {
  const [, level, groups = '', width] =
    /^(\d|[1-5]\d|6[0-3])\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path) ?? []
  const address = {
    level: Number(level),
    index: Number(groups.replaceAll(/[x/]/g, '')),
    width: width === undefined ? tileWidth : Number(width),
  }
  return level !== undefined && address.width > 0 && tilePath(address) === path ? address : null
}
