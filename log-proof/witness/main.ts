import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import {
  maxPublished,
  publishedAt,
  publishedIn,
  type ReadPublished,
  readShortFile,
  tilesOf,
} from '../published.ts'
import { cosignCheckpoint } from './witness.ts'

// Run on an auditor's own machine: `npm run --silent witness -- --folder state < checkpoint >
// cosigned`; see docs/log-proof.md. It needs Node and these files, but no packages, no database and
// no secret of the shop. Exit codes: 0 cosigned, 1 refused because of what the log shows, 2 could
// not be checked.

const usage = `Usage: npm run --silent witness -- --folder FOLDER [--log FOLDER-OR-ADDRESS]
         [--key key.txt] [--name NAME] < checkpoint > cosigned
  --folder  where the witness keeps its key and what it has cosigned
  --log     the log's tiles: a folder with its files, or its address,
            as in https://shop.example/api/audit/log
  --key     the log's verifier key: needed the first time, or when the log has a new one
  --name    the name of the witness, when it makes its key`

const readArguments = () => {
  const text = { type: 'string' } as const
  const options = { folder: text, log: text, key: text, name: text } as const
  try {
    return parseArgs({ options, strict: true }).values
  } catch {
    return {}
  }
}

const readInput = async (): Promise<string> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of process.stdin) {
    length += chunk.length
    if (length > maxPublished) throw new Error('The checkpoint is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const readKey = async (file: string): Promise<string> => {
  const bytes = await readShortFile(file)
  if (!bytes) throw new Error(`There is no file ${file}`)
  return bytes.toString()
}

const readAt = async (place: string): Promise<ReadPublished> => {
  if (/^https?:$/.test(URL.parse(place)?.protocol ?? '')) return publishedAt(place)
  const found = await stat(place).catch(() => null)
  if (!found?.isDirectory()) throw new Error(`${place} is neither a folder nor an address`)
  return publishedIn(place)
}

const say = (text: string) => void process.stderr.write(`${text}\n`)

const run = async (): Promise<0 | 1 | 2> => {
  const { folder, log, key, name } = readArguments()
  if (!folder) {
    say(usage)
    return 2
  }
  const read = log === undefined ? undefined : await readAt(log)
  const verdict = await cosignCheckpoint({
    folder,
    name,
    checkpoint: await readInput(),
    now: () => new Date(),
    readTile: read && tilesOf(read),
    readKeyChanges: read && (async () => (await read('key-changes'))?.toString() ?? ''),
    logKey: key === undefined ? undefined : await readKey(key),
  })
  if (verdict.madeKey)
    say(`This witness has a new key. The shop has to know it:\n${verdict.madeKey}`)
  say(verdict.said)
  if (verdict.note !== undefined) process.stdout.write(verdict.note)
  return verdict.code
}

try {
  process.exitCode = await run()
} catch (error) {
  say(`${error instanceof Error ? error.message : error}.`)
  process.exitCode = 2
}
