import { groupOf } from '../line-id.ts'
import { compareLines, type Signs, signsOf, type Verdict } from './compare-lines.ts'
import {
  type KnownLine,
  type KnownLineOptions,
  knownLines,
  knownLinesLike,
  textsOfLines,
} from './known-lines.ts'
import type { IdentifiedLine } from './statement-task.ts'

export type SortedLine = {
  line: IdentifiedLine
  /** The known line that is certainly the same as `line`; null if there is none. */
  known: Pick<KnownLine, 'lineId' | 'statementId'> | null
  /** The known line that may be the same as `line`; null if there is none. */
  probablySameAs: string | null
  /**
   * The known line that counts instead of `line`, because it is or may be the same; null for a new
   * line.
   */
  standsFor: string | null
}

type Candidate = { known: KnownLine; signs: Signs }
type Pair = { known: KnownLine; verdict: Exclude<Verdict, 'other'> }

/**
 * The maximum number of known lines with which a line is compared, besides those that share one of
 * its `Signs`.
 */
const maxCompared = 200

/**
 * Finds out which lines of a file are known and which are new. The lines come in parts; lines of
 * the same day and amount are in one part, up to 2,000 of them. A line with a new id may be known
 * from a file in another format. Each known line matches at most one line of the file: the line
 * with its id, if the file has one. So if two of three equal transfers are known from another
 * format, the third is new. Decisions 206 and 290.
 */
export const openLineSorter = (
  options: KnownLineOptions,
  { bankAccountId, ids }: { bankAccountId: string; ids: string[] },
) => {
  const inFile = new Set(ids)
  /** Known lines that already match a line of this file. */
  const taken = new Set<string>()

  const candidatesFor = async (lines: IdentifiedLine[]): Promise<Map<string, Candidate[]>> => {
    const alike = await knownLinesLike(options, bankAccountId, lines)
    const free = alike.filter(({ lineId }) => !inFile.has(lineId) && !taken.has(lineId))
    if (free.length === 0) return new Map()
    const texts = await textsOfLines(
      options,
      free.map(({ lineId }) => lineId),
    )
    const candidates = free.flatMap((known) => {
      const said = texts.get(known.lineId)
      return said ? [{ known, signs: signsOf({ ...said, balanceKobo: known.balanceKobo }) }] : []
    })
    return Map.groupBy(candidates, ({ known }) => groupOf(known))
  }

  /**
   * Pairs the certain matches first, so that a possible match cannot take a line that has a certain
   * one.
   */
  const pairsOf = async (lines: IdentifiedLine[]): Promise<Map<string, Pair>> => {
    const pairs = new Map<string, Pair>()
    if (lines.length === 0) return pairs
    const candidates = await candidatesFor(lines)
    for (const [group, ofGroup] of Map.groupBy(lines, groupOf)) {
      const likeliest = openCandidates(candidates.get(group) ?? [])
      const compared = ofGroup.map((line) => ({ line, signs: signsOf(line, line.isRepeated) }))
      for (const verdict of ['same', 'perhaps'] as const)
        for (const { line, signs } of compared) {
          if (pairs.has(line.lineId)) continue
          const found = likeliest(signs).find(
            (one) => !taken.has(one.known.lineId) && compareLines(signs, one.signs) === verdict,
          )
          if (!found) continue
          taken.add(found.known.lineId)
          pairs.set(line.lineId, { known: found.known, verdict })
        }
    }
    return pairs
  }

  return async (lines: IdentifiedLine[]): Promise<SortedLine[]> => {
    const rows = await knownLines(
      options,
      lines.map(({ lineId }) => lineId),
    )
    const byId = new Map(rows.map((row) => [row.lineId, row]))
    for (const { probablySameAs } of rows) if (probablySameAs) taken.add(probablySameAs)
    const pairs = await pairsOf(lines.filter(({ lineId }) => !byId.has(lineId)))
    return lines.map((line) => {
      const pair = pairs.get(line.lineId)
      const known = byId.get(line.lineId) ?? (pair?.verdict === 'same' ? pair.known : null)
      const origin = known ?? pair?.known
      const standsFor = origin ? (origin.probablySameAs ?? origin.lineId) : null
      if (known) return { line, known, probablySameAs: known.probablySameAs, standsFor }
      return { line, known: null, probablySameAs: pair?.known.lineId ?? null, standsFor }
    })
  }
}

/**
 * Makes a function that finds at most a few hundred candidates for a line, beginning with those
 * that share one of its `Signs`.
 */
const openCandidates = (candidates: Candidate[]) => {
  const bySign = new Map<string, Candidate[]>()
  for (const one of candidates)
    for (const sign of strongSigns(one.signs)) bySign.set(sign, [...(bySign.get(sign) ?? []), one])
  const others = candidates.slice(0, maxCompared)
  return (signs: Signs): Candidate[] => [
    ...strongSigns(signs).flatMap((sign) => (bySign.get(sign) ?? []).slice(0, maxCompared)),
    ...others,
  ]
}

const strongSigns = ({ sessions, reference, balanceKobo }: Signs): string[] => [
  ...sessions.map((session) => `session ${session}`),
  ...(reference === '' ? [] : [`reference ${reference}`]),
  ...(balanceKobo === null ? [] : [`balance ${balanceKobo}`]),
]
