import type { OpenLine } from '@strand/contracts/money/matching/candidate'
import { referencesOf } from '@strand/contracts/money/matching/codes'
import type { ReferenceHmacs } from '@strand/platform/crypto/reference-hmac'

/** References in normalized form, by their HMACs in hexadecimal. */
type ReferencesByHmac = ReadonlyMap<string, string>

/**
 * Finds the lines whose reference was read from a proof. The table has only HMACs of those
 * references, so the lines' references are hashed, too. HMACs are cached by line object: hashing
 * takes 20 µs, a cached line half a microsecond.
 */
export const openProofReferences = (hmacsOf: ReferenceHmacs) => {
  const known = new WeakMap<OpenLine, [hmac: string, reference: string][]>()
  const pairsOf = (line: OpenLine) => {
    const pairs =
      known.get(line) ??
      [...referencesOf(line)].flatMap((reference) =>
        hmacsOf(reference).map((hmac): [string, string] => [hmac.toString('hex'), reference]),
      )
    known.set(line, pairs)
    return pairs
  }
  return (lines: OpenLine[]): ReferencesByHmac => new Map(lines.flatMap(pairsOf))
}
