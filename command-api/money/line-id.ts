import { createHmac, type KeyObject } from 'node:crypto'
import type { StatementLine } from './formats/statement.ts'

/** A narration without the differences between exports of one bank: case, spaces and signs. */
const plainNarration = (narration: string): string =>
  narration.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** As long as a reference was kept before a longer one ended in a sign of that. */
const maxReferenceLength = 500

/** What the lines of one day and amount have in common. */
export const groupOf = ({
  bookedOn,
  amountKobo,
}: Pick<StatementLine, 'bookedOn' | 'amountKobo'>): string => `${bookedOn} ${amountKobo}`

export type LineId = {
  lineId: string
  /** Among the lines of the file that are equal in all that the id is made of, from 1. */
  number: number
}

/**
 * The id of each line: the same line in another file of the account has the same one, whatever its
 * row, and equal lines of one file have ids by their number among them. A bank's own id is only a
 * part, because banks reuse theirs. Decision 206.
 *
 * @param key `BANK_LINE_KEY`, without which nobody can tell from an id what a line says
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

/** A UUID of version 8: all bits but those of version and variant are the digest's. */
const uuidOf = (digest: Buffer): string => {
  const bytes = Buffer.from(digest.subarray(0, 16))
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
