import { openCheckpoint, type TreeHead } from '../checkpoint.ts'
import { compareHeads } from '../compare-heads.ts'
import { cosignatureLine } from '../cosignature.ts'
import { emptyRoot } from '../hashes.ts'
import { isSameKey, keysAround } from '../key-change.ts'
import { parseVerifierKey, readNote, type Signer, type Verifier, verifierKey } from '../note.ts'
import { type ReadTile, rootFromTiles } from '../proof.ts'
import { keepCheckpoint, readState, type WitnessState } from './state.ts'

export type WitnessOptions = {
  /** Where the witness keeps its key and what it has seen. */
  folder: string
  /** The note to cosign. */
  checkpoint: string
  /**
   * The log's tiles. Without them, only the first checkpoint, or the last one once more, can be
   * cosigned.
   */
  readTile?: ReadTile | undefined
  /** The log's published key changes. Without them, only the stored key counts. */
  readKeyChanges?: (() => Promise<string>) | undefined
  /** The witness's name, if its key has to be made. */
  logKey?: string | undefined
  /** The name of the witness, if its key has to be made. */
  name?: string | undefined
  now: () => Date
}

type WitnessVerdict = {
  /** 0: cosigned. 1: refused, because of what the log shows. 2: it could not be checked. */
  code: 0 | 1 | 2
  /** A sentence for the auditor. */
  said: string
  /** The cosigned note, if it was cosigned. */
  note?: string
  /** The witness's verifier key, if it has just been made. */
  madeKey?: string
}

/** More events than any shop has; a larger number cannot be the size of a log. */
const maxEvents = 2 ** 40

/**
 * Cosigns a checkpoint if the log's key has signed it and it extends the one cosigned last. A
 * cosigned checkpoint is stored before it is returned, so that neither a crash nor a concurrent run
 * can leave two that contradict each other. Never throws.
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

/** The checkpoint is signed by the known key, or by one that has replaced it since. */
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
  // The witness's own earlier signature says less than the new one.
  const others = signatures.flatMap(({ name, keyId }, n) =>
    name === cosigner.name && keyId.equals(cosigner.keyId) ? [] : [`${lines[n]}\n`],
  )
  const own = cosignatureLine(text, cosigner, Math.floor(now.getTime() / 1_000))
  return `${text}\n${others.join('')}${own}`
}

const count = (events: number) => `${events.toLocaleString('en')} events`

const refuse = (said: string): WitnessVerdict => ({ code: 1, said })
