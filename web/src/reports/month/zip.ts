import { zipSync } from 'fflate'

export type ZippedFile = { name: string; content: Uint8Array<ArrayBuffer> }

/**
 * The files' modification time. It is fixed, so that the same files always give the same ZIP, and
 * is the earliest time that a ZIP can store.
 */
const noTime = new Date(1980, 0, 1)

/** Puts files into one ZIP, uncompressed, because a month's tables are small. */
export const zipOf = (files: readonly ZippedFile[]): Blob => {
  const contents = Object.fromEntries(files.map(({ name, content }) => [name, content]))
  return new Blob([zipSync(contents, { level: 0, mtime: noTime })], { type: 'application/zip' })
}
