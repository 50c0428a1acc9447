import { matchingRules } from '../../contracts/money/matching/candidate.ts'
import type { Count, Generator, Outcome } from './simulate.ts'

const percent = (part: number, whole: number, digits = 1) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(digits)}%`

const precision = ({ said, right }: Count) => (said === 0 ? 1 : right / said)

const rowOf = (name: string, how: string, count: Count, paid: number): string[] => [
  name,
  how,
  String(count.said),
  String(count.right),
  percent(count.right, count.said, 2),
  percent(count.right, paid),
]

export const foundOf = ({ taken, paid }: Outcome): number =>
  matchingRules.reduce((sum, rule) => sum + taken[rule].right, 0) / paid

type Goals = { names: number; found: number }

/** The specification's goals for each generator, by the share of customers who write the code. */
const goalsOf = (generator: Generator, codes: number): Goals => {
  if (generator === 'friendly') return { names: 0.995, found: 0.8 }
  return { names: 0.998, found: codes >= 0.6 ? 0.85 : 0.7 }
}

export const targetsOf = (
  outcome: Outcome,
  { generator = 'friendly', codes }: { generator?: Generator | undefined; codes: number },
): { target: string; met: boolean }[] => {
  const goals = goalsOf(generator, codes)
  return [
    ...(['code', 'reference'] as const).map((rule) => ({
      target: `${rule}: precision 1`,
      met: precision(outcome.taken[rule]) === 1,
    })),
    {
      target: `names: precision at least ${goals.names}`,
      met: precision(outcome.taken.names) >= goals.names,
    },
    {
      target: 'sum: right at least half the time',
      met: precision(outcome.offered.sum) >= 0.5,
    },
    {
      target: `together at least ${Math.round(100 * goals.found)} % of the true payments`,
      met: foundOf(outcome) >= goals.found,
    },
  ]
}

/** The table in Markdown. Recall is a share of all orders with money. */
export const reportOf = (outcome: Outcome, options: Parameters<typeof targetsOf>[1]): string => {
  const { taken, offered, paid, plain, shown, approvedOffered, amountAlone } = outcome
  const rows = [
    ['rule', 'how', 'said', 'right', 'precision', 'recall'],
    ...matchingRules
      .filter((rule) => taken[rule].said > 0)
      .map((rule) => rowOf(rule, 'the only one', taken[rule], paid)),
    ...matchingRules.map((rule) => rowOf(rule, 'a choice', offered[rule], paid)),
    rowOf('amount alone', 'the only one', amountAlone, paid),
  ]
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  )
  const lines = rows.map(
    (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  )
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [
    lines[0],
    rule,
    ...lines.slice(1),
    '',
    `${paid} orders were paid, ${percent(plain, paid)} of them by one transfer of just their total, ` +
      `in time. Found as the only one: ${percent(foundOf(outcome), 1)}; ` +
      `found or among the choices: ${percent(shown, paid)}.`,
    ...(approvedOffered.said > 0
      ? [
          `An approved order was offered for ${approvedOffered.said} lines, ` +
            `the right one for ${percent(approvedOffered.right, approvedOffered.said, 2)}.`,
        ]
      : []),
    ...targetsOf(outcome, options).map(
      ({ target, met }) => `${met ? 'met   ' : 'MISSED'} ${target}`,
    ),
  ].join('\n')
}
