import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { BadSetting } from '@strand/event-sourcing/errors'

const [zip, unzip] = [promisify(gzip), promisify(gunzip)]

/** How many characters are collected in memory before they are written to a file. */
const most = 8_000_000

/**
 * The maximum number of bytes that a file may unpack to: four times `most` characters of three
 * bytes each. Without a limit, someone who can write to the backup's folder could fill the memory.
 */
const maxUnpacked = 96_000_000

/**
 * Writes lines to compressed files.
 *
 * @param options.name returns the next file's name; called once for each file
 */
export const openLineWriter = (options: {
  name: () => string
  /** The maximum number of lines per file. Default: as many as fit. */
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
    end: async (): Promise<string[]> => {
      await flush()
      return names
    },
  }
}

/**
 * The lines of a compressed file. Throws BadSetting for a file that the shop cannot have written.
 */
export const linesOf = async (content: Uint8Array): Promise<string[]> => {
  const text = await unzip(content, { maxOutputLength: maxUnpacked }).catch((cause) => {
    throw new BadSetting(
      cause.code === 'ERR_BUFFER_TOO_LARGE'
        ? 'A file in the backup unpacks to far more data than the shop puts into one file'
        : 'A file in the backup does not have the expected compression format',
      { cause },
    )
  })
  const lines = text.toString().split('\n')
  lines.pop()
  return lines
}
