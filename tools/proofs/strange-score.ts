import type { ProofReading } from '../../contracts/order/proof-reading.ts'
import { fields } from './score.ts'

/** The fields that can raise a flag. If misread, they would accuse a customer wrongly. */
const flagged = ['amountKobo', 'date', 'recipientAccount'] as const

type Field = (typeof fields)[number]
type Counts = { right: number; empty: number; wrong: number }
/** For each layout, how often each field was read correctly, left empty or misread. */
export type StrangeScores = Map<string, Record<Field, Counts>>

const noCounts = (): Counts => ({ right: 0, empty: 0, wrong: 0 })
const noScore = (): Record<Field, Counts> => ({
  amountKobo: noCounts(),
  date: noCounts(),
  recipientAccount: noCounts(),
  sender: noCounts(),
  reference: noCounts(),
  sessionId: noCounts(),
})

/** Adds a picture's score, and returns the misread fields. */
export const addStrange = (
  scores: StrangeScores,
  layout: string,
  said: ProofReading,
  reading: ProofReading | null,
): Field[] => {
  const score = scores.get(layout) ?? noScore()
  scores.set(layout, score)
  return fields.filter((field) => {
    const read = reading?.[field] ?? null
    const isWrong = read !== null && read !== said[field]
    if (isWrong) score[field].wrong += 1
    else if (said[field] === null) return false
    else if (read === null) score[field].empty += 1
    else score[field].right += 1
    return isWrong
  })
}

const sumOf = (scores: StrangeScores, field: Field): Counts =>
  [...scores.values()].reduce(
    (sum, { [field]: { right, empty, wrong } }) => ({
      right: sum.right + right,
      empty: sum.empty + empty,
      wrong: sum.wrong + wrong,
    }),
    noCounts(),
  )

/** The largest allowed share of pictures in which a field that raises a flag is misread. */
const maxWrong = 0.01

export const strangeTargetsOf = (scores: StrangeScores, pictures: number) =>
  flagged.map((field) => ({
    target: `${field} wrong in at most 1%`,
    met: sumOf(scores, field).wrong <= maxWrong * pictures,
  }))

/** The table in Markdown: right / empty / wrong, over the pictures that show the field. */
export const strangeReportOf = (scores: StrangeScores, pictures: number): string => {
  const cell = ({ right, empty, wrong }: Counts) => `${right} / ${empty} / ${wrong}`
  const rows = [
    ['layout', ...fields],
    ['---', ...fields.map(() => '---')],
    ...[...scores].map(([layout, score]) => [layout, ...fields.map((field) => cell(score[field]))]),
    ['all', ...fields.map((field) => cell(sumOf(scores, field)))],
  ]
  return [
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
    ...strangeTargetsOf(scores, pictures).map(
      ({ target, met }) => `${met ? 'met   ' : 'MISSED'} ${target}`,
    ),
  ].join('\n')
}
