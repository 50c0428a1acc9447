import type { Pool } from '@strand/platform/postgres/pool'
import type { IdentifiedLine } from './statement-worker.ts'

export type SortedLine = {
  line: IdentifiedLine
  /** The statement that has its event; null if the log may not have it yet. */
  recordedBy: string | null
  /** The line that it may be. */
  probablySameAs: string | null
}

type KnownLine = {
  line_id: string
  statement_id: string
  likeness: string
  probably_same_as: string | null
}

/**
 * Tells the lines of one file that are known from those that are new, part by part. A new line is
 * probably the same as a known one of its likeness that this file does not hold itself; each known
 * line stands for one line of the file at most, so that of three equal transfers of which two are
 * known in another format, the third is new. Decision 212.
 */
export const openLineSorter = ({ pool, ids }: { pool: Pool; ids: string[] }) => {
  const inFile = new Set(ids)
  /** Known lines that a line of this file stands beside. */
  const paired = new Set<string>()

  const pairOf = (candidates: KnownLine[]) => {
    const free = candidates.find((one) => !inFile.has(one.line_id) && !paired.has(one.line_id))
    if (!free) return null
    paired.add(free.line_id)
    return free.line_id
  }

  return async (lines: IdentifiedLine[]): Promise<SortedLine[]> => {
    const { rows } = await pool.query<KnownLine>(
      `select line_id, statement_id, encode(likeness, 'hex') as likeness, probably_same_as
       from bank_line
       where line_id = any($1::uuid[])
         or likeness = any(array(select decode(unnest($2::text[]), 'hex')))
       order by probably_same_as is not null, line_id`,
      [lines.map(({ lineId }) => lineId), lines.map(({ likeness }) => likeness)],
    )
    const known = new Map(rows.map((row) => [row.line_id, row]))
    const alike = Map.groupBy(rows, ({ likeness }) => likeness)
    for (const { lineId } of lines) {
      const pair = known.get(lineId)?.probably_same_as
      if (pair) paired.add(pair)
    }
    return lines.map((line) => {
      const row = known.get(line.lineId)
      if (row) return { line, recordedBy: row.statement_id, probablySameAs: row.probably_same_as }
      return { line, recordedBy: null, probablySameAs: pairOf(alike.get(line.likeness) ?? []) }
    })
  }
}
