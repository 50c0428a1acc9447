import { matchingRules } from '../../contracts/money/matching/candidate.ts'
import type { Count, Outcome } from './simulate.ts'

const percent = (part: number, whole: number, digits = 1) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(digits)} %`

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

/** The targets of the specification, and whether an outcome meets them. */
export const targetsOf = (outcome: Outcome): { target: string; met: boolean }[] => [
  ...(['code', 'reference'] as const).map((rule) => ({
    target: `${rule}: precision 1`,
    met: precision(outcome.taken[rule]) === 1,
  })),
  { target: 'names: precision at least 0.995', met: precision(outcome.taken.names) >= 0.995 },
  { target: 'together at least 80 % of the true payments', met: foundOf(outcome) >= 0.8 },
]

/** The table in Markdown. Recall is the share of all orders for which money came. */
export const reportOf = (outcome: Outcome): string => {
  const { taken, offered, paid, shown, amountAlone } = outcome
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
    `${paid} orders were paid. Found as the only one: ${(100 * foundOf(outcome)).toFixed(1)} %; ` +
      `found or among the choices: ${percent(shown, paid)}.`,
    ...targetsOf(outcome).map(({ target, met }) => `${met ? 'met   ' : 'MISSED'} ${target}`),
  ].join('\n')
}
