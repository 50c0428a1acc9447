import type { OpenLine } from '@strand/contracts/money/matching/candidate'
import { referencesOf } from '@strand/contracts/money/matching/codes'
import type { ReferenceHmacs } from '@strand/platform/crypto/reference-hmac'

/** Some references in the form that is compared, by their HMACs in hexadecimal digits. */
export type ReferencesByHmac = ReadonlyMap<string, string>

/**
 * Finds the references of lines by their HMACs: the table holds nothing else of proofs. A
 * line's HMACs are made once, as long as it is the same object: a line takes 20 µs, and half a
 * microsecond from then on.
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
