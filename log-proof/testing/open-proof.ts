import { openCheckpoint } from '../checkpoint.ts'
import { leafHash } from '../hashes.ts'
import type { Verifier } from '../note.ts'
import { includes } from '../proof.ts'

/**
 * Parses a proof by its specification (c2sp.org/tlog-proof), and returns the leaf only if the proof
 * holds.
 */
export const openProof = (text: string, key: Verifier) => {
  const [, extra = '', index = '', hashes = '', note = ''] =
    /^c2sp\.org\/tlog-proof@v1\nextra (\S+)\nindex (0|[1-9]\d*)\n((?:\S+\n)*)\n(.+)$/s.exec(text) ??
    []
  const leaf = Buffer.from(extra, 'base64').toString()
  const head = openCheckpoint(note, key)
  const proof = hashes.split('\n').filter(Boolean)
  const decoded = proof.map((hash) => Buffer.from(hash, 'base64'))
  const isIn = head && includes(head, { index: Number(index), hash: leafHash(leaf) }, decoded)
  return isIn ? { index: Number(index), size: head.size, leaf: JSON.parse(leaf) } : null
}
