import { type FileStore, isFileKey } from '../files/file-store.ts'
import { linesOf, openLineWriter } from './lines.ts'
import {
  type BackedUpFile,
  type Manifest,
  nameOfFile,
  type PartWriter,
  readPart,
  sha256Of,
} from './manifest.ts'
import type { BackupStore } from './store.ts'

export const readFileList = async (
  store: BackupStore,
  manifest: Manifest | null,
): Promise<BackedUpFile[]> => {
  if (!manifest) return []
  const all: BackedUpFile[] = []
  for (const name of manifest.files.lists)
    for (const line of await linesOf(await readPart(store, manifest, name)))
      all.push(JSON.parse(line))
  return all
}

/**
 * The maximum number of missing files to check again: files may have been added or deleted after
 * the store was listed. If more are missing, something else is wrong.
 */
const maxAsked = 100

/**
 * A file to which the shop refers, according to a list that may be out of date; `isStill` asks the
 * log whether the shop still refers to it.
 */
export type FileInUse = { key: string; isStill: () => Promise<boolean> }

type CopyOptions = {
  store: BackupStore
  files: Pick<FileStore, 'list' | 'read'>
  filesInUse: () => AsyncIterable<FileInUse>
  before: BackedUpFile[]
  writer: PartWriter
  run: number
}

/**
 * Copies the files that the backup does not have yet; a file with the same key never changes.
 * Leaves out files that the shop has deleted. A file can also be missing because a disk lost it or
 * `FILES_URL` is wrong: such a file counts as missing, and the backup keeps its copy if it has one.
 */
export const copyFiles = async (
  options: CopyOptions,
): Promise<{ files: Manifest['files']; kept: Set<string> }> => {
  const { store, writer } = options
  const known = new Map(options.before.map((file) => [file.key, file]))
  const kept = new Set<string>()
  let bytes = 0
  let part = 0
  const lines = openLineWriter({
    name: () => `lists/${options.run}-files-${++part}.jsonl.gz`,
    write: writer.write,
  })
  const keep = async (file: BackedUpFile) => {
    kept.add(file.key)
    bytes += file.bytes
    await lines.add(JSON.stringify(file))
  }
  for await (const { key } of options.files.list()) {
    const file = known.get(key) ?? (await copyFile(store, options.files, key))
    if (file) await keep(file)
  }
  const missing = { kept: 0, lost: 0 }
  for await (const { key, isStill } of options.filesInUse()) {
    if (kept.has(key) || !isFileKey(key)) continue
    const file = known.get(key)
    const isAsked = missing.kept + missing.lost < maxAsked
    if (isAsked && !(await isStill())) continue
    if (isAsked && !file && (await isThere(options.files, key))) continue
    if (file) await keep(file)
    missing[file ? 'kept' : 'lost']++
  }
  return { files: { lists: await lines.end(), count: kept.size, bytes, missing }, kept }
}

const isThere = async (files: CopyOptions['files'], key: string): Promise<boolean> => {
  const found = await files.read(key)
  found?.stream.destroy()
  return found !== null
}

const copyFile = async (
  store: BackupStore,
  files: Pick<FileStore, 'read'>,
  key: string,
): Promise<BackedUpFile | null> => {
  const found = await files.read(key)
  if (!found) return null
  const content = Buffer.concat(await found.stream.toArray())
  await store.write(nameOfFile(key), content)
  return { key, sha256: sha256Of(content), bytes: content.length }
}
