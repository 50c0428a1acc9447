import { zipSync } from 'fflate'

export type ZippedFile = { name: string; content: Uint8Array<ArrayBuffer> }

/** The first day that a ZIP can name, in any time zone: the same files make the same bytes. */
const noTime = new Date(1980, 0, 1)

/** Files in one ZIP, as they are: tables of a month are small. */
export const zipOf = (files: readonly ZippedFile[]): Blob => {
  const contents = Object.fromEntries(files.map(({ name, content }) => [name, content]))
  return new Blob([zipSync(contents, { level: 0, mtime: noTime })], { type: 'application/zip' })
}
