import { createHash, randomUUID } from 'node:crypto'
import {
  access,
  constants,
  mkdir,
  open,
  opendir,
  rename,
  stat,
  statfs,
  unlink,
} from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { withTimeout } from '@strand/event-sourcing/async/with-timeout'
import { unavailable } from '@strand/event-sourcing/errors'
import type { Log } from '@strand/event-sourcing/log'
import { checkedKey, type FileStore, orUnavailable, type StoredFile } from './file-store.ts'
import { flushFolder } from './flush-folder.ts'

/** A temporary file older than this many milliseconds was left behind by a crash. */
const leftOverMs = 6 * 3_600_000

/** How much is collected per write, because each write is a round trip to another thread. */
const writtenAtOnce = { bytes: 256 * 1024, pieces: 64 }

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/**
 * Stores files in a folder, as `<first two characters>/<key>`, readable only by the process's user.
 * A file is written under a temporary name, flushed, and renamed when it is complete. So the file
 * exists under its key either completely or not at all, whatever happens to the process, the disk
 * or the power.
 */
export const openFolder = async (url: URL, { log }: { log: Log }): Promise<FileStore> => {
  const folder = fileURLToPath(url)
  const incoming = path.join(folder, 'incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const pathOf = (key: string) => path.join(folder, checkedKey(key).slice(0, 2), key)

  const write: FileStore['write'] = async (key, content) => {
    const target = pathOf(key)
    const temporary = path.join(incoming, randomUUID())
    const hash = createHash('sha256')
    let size = 0
    const file = await orUnavailable(open(temporary, 'wx', 0o600))
    try {
      let waiting: Uint8Array[] = []
      let bytes = 0
      const writeWaiting = async () => {
        if (bytes > 0) await orUnavailable(file.writeFile(Buffer.concat(waiting, bytes)))
        waiting = []
        bytes = 0
      }
      for await (const chunk of content) {
        hash.update(chunk)
        size += chunk.length
        waiting.push(chunk)
        bytes += chunk.length
        if (bytes >= writtenAtOnce.bytes || waiting.length >= writtenAtOnce.pieces)
          await writeWaiting()
      }
      await writeWaiting()
      await orUnavailable(file.sync())
      await file.close()
      await orUnavailable(moveInto(folder, temporary, target))
      await orUnavailable(flushFolder(path.dirname(target)))
    } catch (error) {
      await file.close().catch(() => {})
      await unlink(temporary).catch(() => {})
      throw error
    }
    return { size, sha256: hash.digest('hex') }
  }

  await deleteLeftOvers(incoming).catch((err) =>
    log.warn({ err }, 'could not clear half-written files'),
  )

  return {
    write,
    list: () => listFiles(folder),
    read: async (key) => {
      const file = await open(pathOf(key), 'r').catch(nothingIfMissing)
      if (!file) return null
      const { size } = await file.stat()
      return { stream: file.createReadStream(), size }
    },
    delete: async (key) => {
      const target = pathOf(key)
      if ((await unlink(target).catch(nothingIfMissing)) === null) return
      // The file of an erased person must not come back after a power cut.
      await flushFolder(path.dirname(target))
    },
    space: async () => {
      const { bavail, bsize, blocks } = await answered(statfs(folder))
      return { free: bavail * bsize, total: blocks * bsize }
    },
    health: () => answered(access(incoming, constants.W_OK | constants.X_OK)),
  }
}

/** Renames a file; creates the folder for the first two characters if it is missing. */
const moveInto = async (folder: string, temporary: string, target: string) => {
  try {
    await rename(temporary, target)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    await flushFolder(folder)
    await rename(temporary, target)
  }
}

const answered = <T>(work: Promise<T>) =>
  withTimeout(2_000, work).catch((error) => {
    throw unavailable('The file store', error)
  })

const listFiles = async function* (folder: string): AsyncGenerator<StoredFile> {
  for await (const shard of await opendir(folder)) {
    if (!shard.isDirectory() || shard.name.length !== 2) continue
    for await (const entry of await opendir(path.join(folder, shard.name))) {
      const found = await stat(path.join(folder, shard.name, entry.name)).catch(() => null)
      if (found?.isFile()) yield { key: entry.name, size: found.size }
    }
  }
}

const deleteLeftOvers = async (incoming: string) => {
  for await (const entry of await opendir(incoming)) {
    const name = path.join(incoming, entry.name)
    const found = await stat(name).catch(() => null)
    if (found && Date.now() - found.mtimeMs > leftOverMs) await unlink(name).catch(() => {})
  }
}

const nothingIfMissing = (error: unknown): null => {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}
