import { BadSetting } from '../config.ts'
import type { FileStore } from '../files/file-store.ts'
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

/** The proofs that a backup holds. */
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
 * Copies the files that the backup lacks; a file never changes under its key. Files that were deleted
 * while this ran are left out.
 *
 * @throws BadSetting when a backup with files finds none in the shop: that is a wrong `FILES_URL`, and
 *   no erasure
 */
export const copyFiles = async (options: {
  store: BackupStore
  files: Pick<FileStore, 'list' | 'read'>
  before: BackedUpFile[]
  writer: PartWriter
  run: number
}): Promise<{ files: Manifest['files']; kept: Set<string> }> => {
  const { store, writer } = options
  const known = new Map(options.before.map((file) => [file.key, file]))
  const kept = new Set<string>()
  let bytes = 0
  let part = 0
  const lines = openLineWriter({
    name: () => `lists/${options.run}-files-${++part}.jsonl.gz`,
    write: writer.write,
  })
  for await (const { key } of options.files.list()) {
    const file = known.get(key) ?? (await copyFile(store, options.files, key))
    if (!file) continue
    kept.add(key)
    bytes += file.bytes
    await lines.add(JSON.stringify(file))
  }
  if (kept.size === 0 && known.size > 0)
    throw new BadSetting(
      `The shop has no files, and the backup ${known.size}: set FILES_URL right. If it is right, begin a new backup elsewhere`,
    )
  return { files: { lists: await lines.end(), count: kept.size, bytes }, kept }
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
