import { openCheckpoint, type TreeHead } from '../checkpoint.ts'
import { compareHeads } from '../compare-heads.ts'
import { cosignatureLine } from '../cosignature.ts'
import { emptyRoot } from '../hashes.ts'
import { isSameKey, keysAround } from '../key-change.ts'
import { parseVerifierKey, readNote, type Signer, type Verifier, verifierKey } from '../note.ts'
import { type ReadTile, rootFromTiles } from '../proof.ts'
import { keepCheckpoint, readState, type WitnessState } from './state.ts'

export type WitnessOptions = {
  /** The folder with the witness's key and the checkpoints that it cosigned. */
  folder: string
  checkpoint: string
  /**
   * The log's tiles. Without them, the witness can only cosign its first checkpoint, or its last
   * one again.
   */
  readTile?: ReadTile | undefined
  /** Reads the log's published changes of keys. If omitted, only the stored key counts. */
  readKeyChanges?: (() => Promise<string>) | undefined
  /**
   * The log's verifier key; by default, the one that the witness stored at its first checkpoint.
   */
  logKey?: string | undefined
  /** The witness's name, which is needed only to make its key. */
  name?: string | undefined
  now: () => Date
}

type WitnessVerdict = {
  /**
   * The exit code. 0: cosigned. 1: refused because of what the log shows. 2: could not be checked.
   */
  code: 0 | 1 | 2
  said: string
  note?: string
  /** The witness's verifier key, if this call made it. */
  madeKey?: string
}

/** More events than any shop has. */
const maxEvents = 2 ** 40

/**
 * Cosigns a checkpoint if the log's key signed it and it extends the last one that this witness
 * cosigned. Stores the checkpoint before returning it, so that neither a crash nor a concurrent run
 * can leave two cosigned checkpoints that contradict each other. Never throws.
 */
export const cosignCheckpoint = async (options: WitnessOptions): Promise<WitnessVerdict> => {
  let madeKey: string | undefined
  try {
    const state = await readState(options.folder, options.name)
    if (state.isNew) madeKey = verifierKey(state.cosigner)
    return { ...(await judge(options, state)), ...(madeKey && { madeKey }) }
  } catch (error) {
    const said = error instanceof Error ? error.message : 'The checkpoint could not be checked'
    return { code: 2, said: `${said}.`, ...(madeKey && { madeKey }) }
  }
}

const judge = async (options: WitnessOptions, state: WitnessState): Promise<WitnessVerdict> => {
  const { last, cosigner } = state
  const known = keyOf(options, state)
  const note = asSigned(options.checkpoint)
  const { key, head } = (await openByKeys(note, known, options)) ?? { key: known }
  if (!head) return refuse(`The key of ${key.name} has not signed this checkpoint.`)
  if (last && last.head.origin !== head.origin)
    return refuse(
      `This folder is for ${last.head.origin}, and the checkpoint is of ${head.origin}: another log needs another folder.`,
    )
  if (head.size > maxEvents || (head.size === 0 && !head.root.equals(emptyRoot)))
    return refuse('The checkpoint states a size that its log cannot have.')
  const problem = await problemWith(options.readTile, last?.head, head)
  if (problem) return refuse(problem)
  const cosigned = withCosignature(note, cosigner, options.now())
  const isKept = await keepCheckpoint(options.folder, state, {
    note: cosigned,
    size: head.size,
    logKey: `${verifierKey(key)}\n`,
  })
  if (!isKept) throw new Error('Another run has cosigned a checkpoint in the meantime: try again')
  const after = last
    ? `They extend the ${count(last.head.size)} that this witness cosigned before.`
    : 'It is the first one that this witness cosigns: from now on it watches.'
  return { code: 0, note: cosigned, said: `Cosigned: ${count(head.size)}. ${after}` }
}

const problemWith = async (
  readTile: ReadTile | undefined,
  last: TreeHead | undefined,
  head: TreeHead,
): Promise<string | null> => {
  const missing = () => Promise.reject(new Error('The tiles are missing: give them with --log'))
  if (!last) {
    const root = readTile ? await rootFromTiles(readTile, head.size) : head.root
    if (!root.equals(head.root)) throw new Error('The tiles do not give the root that was signed')
    return null
  }
  switch (await compareHeads(readTile ?? missing, last, head)) {
    case 'extended':
      return null
    case 'shorter':
      return `The checkpoint has ${count(head.size)}, fewer than the ${count(last.size)} that this witness cosigned before: either it is an old one, or the log was cut off.`
    case 'altered':
      return `This is not the log that this witness cosigned before: not all of its first ${count(last.size)} are unchanged.`
    case 'unproven':
      throw new Error('The tiles do not give the root that was signed')
  }
}

const keyOf = ({ logKey }: WitnessOptions, state: WitnessState): Verifier => {
  const text = logKey ?? state.logKey
  if (text === null) throw new Error('The first time, give the key of the log with --key')
  return parseVerifierKey(text)
}

const openByKeys = async (note: string, known: Verifier, { readKeyChanges }: WitnessOptions) => {
  const own = openCheckpoint(note, known)
  if (own) return { key: known, head: own }
  const keys = keysAround(known, (await readKeyChanges?.()) ?? '')
  for (const key of keys.slice(keys.findIndex((one) => isSameKey(one, known)) + 1)) {
    const head = openCheckpoint(note, key)
    if (head) return { key, head }
  }
  return null
}

/** A mail program may have changed the line breaks. */
const asSigned = (text: string) => text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')

const withCosignature = (note: string, cosigner: Signer, now: Date): string => {
  const { text, signatures } = readNote(note) ?? { text: '', signatures: [] }
  const lines = note.slice(text.length + 1).split('\n')
  // The new signature replaces the witness's earlier one.
  const others = signatures.flatMap(({ name, keyId }, n) =>
    name === cosigner.name && keyId.equals(cosigner.keyId) ? [] : [`${lines[n]}\n`],
  )
  const own = cosignatureLine(text, cosigner, Math.floor(now.getTime() / 1_000))
  return `${text}\n${others.join('')}${own}`
}

const count = (events: number) => `${events.toLocaleString('en')} events`

const refuse = (said: string): WitnessVerdict => ({ code: 1, said })
