import { randomBytes } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { parseHead, type TreeHead } from '../checkpoint.ts'
import { cosignerOf, openCosignature } from '../cosignature.ts'
import { isKeyName, readNote, type Signer, verifierKey } from '../note.ts'
import { readShortFile } from '../published.ts'
import { replaceFile, writeOnce } from './write-once.ts'

// A witness's folder: its key, the log's verifier key, and each checkpoint that it cosigned, in
// numbered files that never change.

export type WitnessState = {
  cosigner: Signer
  isNew: boolean
  /** The log's verifier key; null before the first checkpoint. */
  logKey: string | null
  /** The last cosigned checkpoint; null before the first cosignature. */
  last: { number: number; head: TreeHead } | null
}

const keyFile = 'witness-key'
const verifierKeyFile = 'verifier-key.txt'
const logKeyFile = 'log-key.txt'
const seedBytes = 32
const checkpointPattern = /^checkpoint-(\d{8})\.txt$/
const checkpointFile = (number: number) => `checkpoint-${String(number).padStart(8, '0')}.txt`

/**
 * Reads a witness's folder. If the folder or the key is missing, creates it. Throws an Error with a
 * readable sentence if a file is not as the witness wrote it.
 *
 * @param name the name for the key, if the key has to be made
 */
export const readState = async (
  folder: string,
  name: string | undefined,
): Promise<WitnessState> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const kept = await readText(folder, keyFile)
  const isNew = kept === null && (await makeKey(folder, name))
  const cosigner = parseKey(kept ?? (await readText(folder, keyFile)) ?? '')
  if (name !== undefined && name !== cosigner.name)
    throw new Error(`The key in this folder belongs to ${cosigner.name}`)
  // This file is for the shop that registers the witness; the witness never reads it.
  if (!(await readText(folder, verifierKeyFile)))
    await writeOnce(path.join(folder, verifierKeyFile), `${verifierKey(cosigner)}\n`)
  const logKey = await readText(folder, logKeyFile)
  return { cosigner, isNew, logKey, last: await readLast(folder, cosigner) }
}

/**
 * Stores a checkpoint. False if another process has cosigned in the meantime; the checkpoint is
 * then not stored.
 */
export const keepCheckpoint = async (
  folder: string,
  state: WitnessState,
  { note, size, logKey }: { note: string; size: number; logKey: string },
): Promise<boolean> => {
  if (state.logKey !== logKey) await replaceFile(path.join(folder, logKeyFile), logKey)
  // The folder already has a checkpoint of this tree.
  if (state.last?.head.size === size) return true
  const next = checkpointFile((state.last?.number ?? 0) + 1)
  return await writeOnce(path.join(folder, next), note)
}

const readLast = async (folder: string, cosigner: Signer): Promise<WitnessState['last']> => {
  const numbers = (await readdir(folder)).map((file) => Number(checkpointPattern.exec(file)?.[1]))
  const number = numbers.reduce((most, one) => (one > most ? one : most), 0)
  if (number === 0) return null
  const note = (await readText(folder, checkpointFile(number))) ?? ''
  const head = parseHead(readNote(note)?.text ?? '')
  if (!head || openCosignature(note, cosigner) === null)
    throw new Error(`${checkpointFile(number)} is not what this witness wrote`)
  return { number, head }
}

/**
 * Writes a new private key in the format of golang.org/x/mod/sumdb/note. False if the file exists.
 */
const makeKey = async (folder: string, given: string | undefined): Promise<boolean> => {
  const seed = randomBytes(seedBytes)
  const name = given ?? `witness-${randomBytes(4).toString('hex')}`
  if (!isKeyName(name)) throw new Error('A witness’s name cannot have spaces or plus signs')
  const { keyId, type } = cosignerOf(name, seed)
  const secret = Buffer.concat([Buffer.from([type]), seed]).toString('base64')
  const text = `PRIVATE+KEY+${name}+${keyId.toString('hex')}+${secret}\n`
  return await writeOnce(path.join(folder, keyFile), text)
}

const parseKey = (text: string): Signer => {
  const [, name = '', id = '', encoded = ''] =
    /^PRIVATE\+KEY\+([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})\n$/.exec(text) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  const signer = isKeyName(name) ? cosignerOf(name, bytes.subarray(1)) : null
  if (signer?.keyId.toString('hex') === id && bytes[0] === signer.type) return signer
  throw new Error(`${keyFile} is not what this witness wrote`)
}

const readText = async (folder: string, file: string): Promise<string | null> =>
  (await readShortFile(path.join(folder, file)))?.toString() ?? null
