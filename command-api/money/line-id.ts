import { createHmac, type KeyObject } from 'node:crypto'
import type { StatementLine } from './formats/statement.ts'

/** The narration without what differs between a bank's exports: case, spaces and punctuation. */
const plainNarration = (narration: string): string =>
  narration.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Older releases cut a reference to this length without a mark, so an id uses no more of it. */
const maxReferenceLength = 500

/** The key that lines of the same day and amount share. */
export const groupOf = ({
  bookedOn,
  amountKobo,
}: Pick<StatementLine, 'bookedOn' | 'amountKobo'>): string => `${bookedOn} ${amountKobo}`

export type LineId = {
  lineId: string
  /** The line's number, from 1, among the file's lines that are equal in every part of the id. */
  number: number
}

/**
 * Computes each line's id. A line has the same id in every file of its account, whatever its row.
 * Equal lines in a file have different ids, because of their numbers. The bank's own id is only one
 * part, because banks reuse ids. Decision 206.
 *
 * @param key `BANK_LINE_KEY`; without it, nobody can guess from an id what its line says
 */
export const lineIds = (
  lines: StatementLine[],
  { bankAccountId, key }: { bankAccountId: string; key: KeyObject },
): LineId[] => {
  const seen = new Map<string, number>()
  return lines.map(({ bookedOn, amountKobo, balanceKobo, narration, reference }) => {
    const content = JSON.stringify([
      bankAccountId,
      bookedOn,
      amountKobo,
      plainNarration(narration),
      reference.slice(0, maxReferenceLength),
      balanceKobo,
    ])
    const number = (seen.get(content) ?? 0) + 1
    seen.set(content, number)
    const digest = createHmac('sha256', key).update(`${number} ${content}`).digest()
    return { lineId: uuidOf(digest), number }
  })
}

/** A UUID of version 8: all bits except the version and the variant come from the digest. */
const uuidOf = (digest: Buffer): string => {
  const bytes = Buffer.from(digest.subarray(0, 16))
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
