import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { BadSetting } from '@strand/event-sourcing/errors'
import { urlWith } from '../config.ts'
import { orUnavailable } from '../files/file-store.ts'
import { flushFolder } from '../files/flush-folder.ts'
import { openS3 } from '../files/s3.ts'

/** A place for a backup: named files, each of which exists completely or not at all. */
export type BackupStore = {
  /** Replaces an existing file. When it resolves, the file is on disk. */
  write: (name: string, content: Uint8Array) => Promise<void>
  /** Null if there is no such file. */
  read: (name: string) => Promise<Buffer | null>
  /** Also resolves if there is no such file. */
  delete: (name: string) => Promise<void>
  /** The names of all files, in any order. */
  list: () => AsyncIterable<string>
}

const incoming = '.incoming'

/** Names become parts of paths and URLs: at most one folder, and no leading dots. */
const checkedName = (name: string): string => {
  if (!/^([a-z]+\/)?[A-Za-z0-9][A-Za-z0-9.-]{0,120}$/.test(name))
    throw new TypeError('a backup’s file has an invalid name')
  return name
}

/**
 * Opens a folder (a path or a `file:` URL), or an S3-compatible bucket that holds nothing else (an
 * `s3:` URL as for `openFiles`). Creates a missing folder. Only the process's user can read the
 * files.
 *
 * @throws BadSetting for any other URL, and for a folder that cannot be created
 */
export const openBackupStore = async (location: string): Promise<BackupStore> => {
  if (!/^[a-z][a-z0-9+-]+:/i.test(location)) return openFolder(location)
  const url = urlWith(['file', 's3']).safeParse(location)
  if (!url.success)
    throw new BadSetting(
      `A backup is in a folder or in a bucket: ${url.error.issues[0]?.message}, or a path`,
    )
  return location.startsWith('file:')
    ? openFolder(fileURLToPath(location))
    : openBucket(new URL(location))
}

const openBucket = (url: URL): BackupStore => {
  const bucket = openS3(url, checkedName)
  return {
    write: async (name, content) => {
      await bucket.write(
        name,
        (async function* () {
          yield content
        })(),
      )
    },
    read: async (name) => {
      const found = await bucket.read(name)
      return found && Buffer.concat(await found.stream.toArray())
    },
    delete: bucket.delete,
    list: async function* () {
      for await (const { key } of bucket.list()) yield key
    },
  }
}

const openFolder = async (location: string): Promise<BackupStore> => {
  const folder = path.resolve(location)
  await mkdir(path.join(folder, incoming), { recursive: true, mode: 0o700 }).catch(
    ({ code }: NodeJS.ErrnoException) => {
      throw new BadSetting(`The backup folder ${folder} cannot be written to (${code})`)
    },
  )
  const pathOf = (name: string) => path.join(folder, checkedName(name))
  return {
    write: async (name, content) => {
      const temporary = path.join(folder, incoming, randomUUID())
      const target = pathOf(name)
      try {
        await orUnavailable(writeDurably(temporary, content))
        await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
        await orUnavailable(rename(temporary, target))
        await flushFolder(path.dirname(target))
      } catch (error) {
        await unlink(temporary).catch(() => {})
        throw error
      }
    },
    read: (name) => readFile(pathOf(name)).catch(nothingIfMissing),
    delete: async (name) => {
      await unlink(pathOf(name)).catch(nothingIfMissing)
    },
    list: async function* () {
      for (const entry of await readdir(folder, { withFileTypes: true })) {
        if (entry.isFile()) yield entry.name
        else if (entry.name !== incoming)
          for (const name of await readdir(path.join(folder, entry.name)))
            yield `${entry.name}/${name}`
      }
    },
  }
}

const writeDurably = async (file: string, content: Uint8Array) => {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const nothingIfMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
