import {
  type Candidate,
  type MatchingInput,
  type MatchingRule,
  matchingRules,
  maxCandidates,
} from './candidate.ts'
import { approvedFitting, type Fit, isOnly, linesFitting } from './exact.ts'
import { needsMoney, openLinePool, type Pool, type PoolLine, type PoolOrder } from './pool.ts'
import { relationOf } from './relation.ts'
import { linesOfPayer, sumsOf } from './sums.ts'

type Found = {
  lines: number[]
  alsoPays?: number[]
  rule: MatchingRule
  only?: boolean
}

const candidateOf = (pool: Pool, place: number, found: Found): Candidate => {
  const lines = found.lines.map((line) => pool.lines[line] as PoolLine)
  const relations = lines.map((line) => relationOf(pool, place, line))
  const idOf = (order: number) => pool.orders[order]?.order.orderId ?? ''
  return {
    lines: lines.map(({ line }) => line),
    amountKobo: lines.reduce((sum, { line }) => sum + line.freeKobo, 0),
    rule: found.rule,
    signals: {
      code: relations.some(({ code }) => code),
      reference: relations.some(({ reference }) => reference),
      amount: found.rule !== 'difference',
      names: relations.every(({ names }) => names),
      history: relations.every(({ history }) => history),
      time: relations.every(({ time }) => time),
    },
    only: found.only ?? false,
    alsoPays: (found.alsoPays ?? []).map(idOf),
    alsoFits: [...new Set(lines.flatMap((line) => approvedFitting(pool, line)))]
      .slice(0, maxCandidates)
      .map(idOf),
  }
}

/**
 * Lines whose amount is not what the order needs, but which contain the order's code, or match its
 * names and time window.
 */
const differencesOf = (pool: Pool, place: number, near: number[], exact: Fit[]): Found[] => {
  const { dueKobo } = pool.orders[place] as PoolOrder
  return near
    .filter((line) => {
      const credit = pool.lines[line] as PoolLine
      if (credit.line.freeKobo === dueKobo) return false
      if (exact.some((fit) => fit.place === line)) return false
      const { code, names, time } = relationOf(pool, place, credit)
      return code || (names && time)
    })
    .map((line) => ({ lines: [line], rule: 'difference' as const }))
}

/** The maximum number of fits that are ranked: best rules first, then nearest days. */
const maxFits = 3 * maxCandidates

const bestFits = (pool: Pool, place: number, fits: Fit[]): Fit[] => {
  const { day } = pool.orders[place] as PoolOrder
  const distance = ({ place: line }: Fit) => Math.abs((pool.lines[line]?.day ?? 0) - day)
  return fits
    .toSorted(
      (one, other) =>
        matchingRules.indexOf(one.rule) - matchingRules.indexOf(other.rule) ||
        distance(one) - distance(other) ||
        one.place - other.place,
    )
    .slice(0, maxFits)
}

/**
 * A candidate's rank; the lowest is the best. The rule counts first, then whether it is the only
 * match, then the signals: code, reference, payer and time. Each signal outweighs all later ones
 * together.
 */
const rankOf = ({ rule, only, signals }: Candidate): number => {
  const { code, reference, names, history, time } = signals
  const isPayer = names || history
  const speaks = Number(code) * 8 + Number(reference) * 4 + Number(isPayer) * 2 + Number(time)
  return matchingRules.indexOf(rule) * 32 + (only ? 0 : 16) + 15 - speaks
}

/**
 * Sorts candidates by rank, then by the nearest amount. Equal candidates stay sorted by day and id.
 */
const bestFirst = (candidates: Candidate[], dueKobo: number): Candidate[] =>
  candidates
    .map((candidate) => ({
      candidate,
      rank: rankOf(candidate),
      off: Math.abs(candidate.amountKobo - dueKobo),
    }))
    .sort((one, other) => one.rank - other.rank || one.off - other.off)
    .map(({ candidate }) => candidate)

/**
 * The candidates of an open order, best first; empty for an order that is fully paid or outside the
 * pool.
 */
export const candidatesOf = (pool: Pool, orderId: string): Candidate[] => {
  const place = pool.placeOf.get(orderId)
  const order = pool.orders[place ?? -1]
  if (place === undefined || !order || !needsMoney(order)) return []
  const exact = linesFitting(pool, place)
  const near = linesOfPayer(pool, place)
  const found: Found[] = [
    ...bestFits(pool, place, exact.fits).map((fit) => ({
      lines: [fit.place],
      rule: fit.rule,
      only: isOnly(pool, [place, exact], fit),
    })),
    ...sumsOf(pool, place, near).map((sum) => ({ ...sum, rule: 'sum' as const })),
    ...differencesOf(pool, place, near, exact.fits),
  ]
  const candidates = found.map((one) => candidateOf(pool, place, one))
  return bestFirst(candidates, order.dueKobo).slice(0, maxCandidates)
}

/**
 * The candidates of every open order, by order id. The order of the input does not matter, and any
 * text is accepted. Takes seconds at most for 10,000 orders and 10,000 lines; see decision 209.
 */
export const matchPayments = (input: MatchingInput): Map<string, Candidate[]> => {
  const pool = openLinePool(input)
  return new Map(input.orders.map(({ orderId }) => [orderId, candidatesOf(pool, orderId)] as const))
}
