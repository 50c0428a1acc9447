import { hashBytes } from './hashes.ts'
import { openNote, type Signer, signNote, type Verifier } from './note.ts'

/** The head of a tree (c2sp.org/tlog-checkpoint): `root` is the root hash of its `size` leaves. */
export type TreeHead = { origin: string; size: number; root: Buffer }

/** The text of a checkpoint: origin, size and root, one per line. */
export const checkpointText = ({ origin, size, root }: TreeHead): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`

export const signCheckpoint = (head: Omit<TreeHead, 'origin'>, signer: Signer): string =>
  signNote(checkpointText({ ...head, origin: signer.name }), signer)

/**
 * Returns a checkpoint's head; null if the key did not sign the note, if the note is not a
 * checkpoint, or if its origin is not the key's name.
 */
export const openCheckpoint = (note: string, key: Verifier): TreeHead | null => {
  const text = openNote(note, key)
  const head = text === null ? null : parseHead(text)
  return head?.origin === key.name ? head : null
}

/** Parses a checkpoint's text without checking its signatures; null for any other text. */
export const parseHead = (text: string): TreeHead | null => {
  const [, origin = '', digits = '', encoded = ''] =
    /^(.+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:.+\n)*$/.exec(text) ?? []
  const size = Number(digits)
  const root = Buffer.from(encoded, 'base64')
  const isHead = origin !== '' && Number.isSafeInteger(size) && root.length === hashBytes
  return isHead && root.toString('base64') === encoded ? { origin, size, root } : null
}
