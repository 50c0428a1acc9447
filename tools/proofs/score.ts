import { proofFlags } from '../../contracts/order/proof-flags.ts'
import { nothingRead, type ProofReading } from '../../contracts/order/proof-reading.ts'
import type { Facts } from './facts.ts'
import { type Variant, variants } from './render.ts'

export const fields = [
  ...(['amountKobo', 'date', 'recipientAccount', 'sender', 'reference', 'sessionId'] as const),
]
type Field = (typeof fields)[number]

type Score = { receipts: number; right: Record<Field, number>; wronglyDiffers: number }

export const noScore = (): Score => ({
  receipts: 0,
  right: { amountKobo: 0, date: 0, recipientAccount: 0, sender: 0, reference: 0, sessionId: 0 },
  wronglyDiffers: 0,
})

/** Adds a receipt's score, by comparing the read fields with its facts. */
export const addReceipt = (score: Score, said: Facts, reading: ProofReading | null): Field[] => {
  const read = reading ?? nothingRead
  const wrong = fields.filter((field) => read[field] !== said[field])
  score.receipts += 1
  for (const field of fields) if (!wrong.includes(field)) score.right[field] += 1
  // The kobo are left out, because an order's total is in whole naira.
  const kobo = said.amountKobo % 100
  const amountKobo = read.amountKobo === null ? null : read.amountKobo - kobo
  const flags = proofFlags([{ ...read, amountKobo, sentOn: said.date }], {
    total: (said.amountKobo - kobo) / 100,
    accountNumbers: [],
    ordersWithReference: [],
  })
  if (flags.some(({ flag }) => flag === 'amount')) score.wronglyDiffers += 1
  return wrong
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole)
const percent = (part: number, whole: number) => `${share(part, whole).toFixed(1)}%`

const fieldsRight = ({ right }: Score) =>
  Object.values(right).reduce((sum, count) => sum + count, 0)

export type Scores = Record<Variant, Score>

export const targetsOf = (scores: Scores) => {
  const all = variants.map((variant) => scores[variant])
  const rightOf = (variant: Variant) =>
    share(fieldsRight(scores[variant]), scores[variant].receipts * fields.length)
  const wrong = all.reduce((sum, { wronglyDiffers }) => sum + wronglyDiffers, 0)
  const receipts = all.reduce((sum, score) => sum + score.receipts, 0)
  return [
    { target: 'clean: at least 95% of the fields right', met: rightOf('clean') >= 95 },
    {
      target: 'recompressed: at least 85% of the fields right',
      met: rightOf('recompressed') >= 85,
    },
    { target: '"amount differs" wrong in at most 1%', met: share(wrong, receipts) <= 1 },
  ]
}

export const reportOf = (scores: Scores): string => {
  const rows = [
    ['field', ...variants],
    ['---', ...variants.map(() => '---')],
    ...fields.map((field) => [
      field,
      ...variants.map((variant) => percent(scores[variant].right[field], scores[variant].receipts)),
    ]),
    [
      'all fields',
      ...variants.map((variant) =>
        percent(fieldsRight(scores[variant]), scores[variant].receipts * fields.length),
      ),
    ],
    [
      '"amount differs", wrongly',
      ...variants.map((variant) =>
        percent(scores[variant].wronglyDiffers, scores[variant].receipts),
      ),
    ],
  ]
  const lines = rows.map((row) => `| ${row.join(' | ')} |`)
  return [
    ...lines,
    '',
    ...targetsOf(scores).map(({ target, met }) => `${met ? 'met   ' : 'MISSED'} ${target}`),
  ].join('\n')
}
