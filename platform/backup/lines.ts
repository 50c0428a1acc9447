import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { BadSetting } from '@strand/event-sourcing/errors'

const [zip, unzip] = [promisify(gzip), promisify(gunzip)]

/** Characters of text that are in memory before they become a file. */
const most = 8_000_000

/**
 * Bytes of a file that are unpacked: `most` characters of three bytes, and a line as long again, fit
 * twice over. A backup may come from a place where others write too.
 */
const maxUnpacked = 96_000_000

/** Lines of text on their way into compressed files; `name` is asked for each file. */
export const openLineWriter = (options: {
  name: () => string
  /** More lines than this begin a new file. Default: as many as fit. */
  lines?: number
  write: (name: string, content: Uint8Array) => Promise<void>
}) => {
  let waiting: string[] = []
  let size = 0
  const names: string[] = []
  const flush = async () => {
    if (waiting.length === 0) return
    const name = options.name()
    await options.write(name, await zip(Buffer.from(`${waiting.join('\n')}\n`)))
    names.push(name)
    waiting = []
    size = 0
  }
  return {
    add: async (line: string): Promise<void> => {
      waiting.push(line)
      size += line.length
      if (size > most || waiting.length >= (options.lines ?? Infinity)) await flush()
    },
    /** The names of all files. */
    end: async (): Promise<string[]> => {
      await flush()
      return names
    },
  }
}

/** The lines of a compressed file. Throws BadSetting for a file that the shop has not written. */
export const linesOf = async (content: Uint8Array): Promise<string[]> => {
  const text = await unzip(content, { maxOutputLength: maxUnpacked }).catch((cause) => {
    throw new BadSetting(
      cause.code === 'ERR_BUFFER_TOO_LARGE'
        ? 'A file of the backup unpacks to far more than a backup has'
        : 'A file of the backup is not compressed like a backup',
      { cause },
    )
  })
  const lines = text.toString().split('\n')
  lines.pop()
  return lines
}
