import { zipSync } from 'fflate'

export type ZippedFile = { name: string; content: Uint8Array<ArrayBuffer> }

/**
 * A fixed time, so that the same files give the same bytes: the earliest that a ZIP can store in
 * any time zone.
 */
const noTime = new Date(1980, 0, 1)

/** Puts files into one ZIP, uncompressed, because a month's tables are small. */
export const zipOf = (files: readonly ZippedFile[]): Blob => {
  const contents = Object.fromEntries(files.map(({ name, content }) => [name, content]))
  return new Blob([zipSync(contents, { level: 0, mtime: noTime })], { type: 'application/zip' })
}
