import { parseArgs } from 'node:util'
import { openReader } from '../../workers/proof/reader/reader.ts'
import { factsOf } from './facts.ts'
import { layouts } from './layouts.ts'
import { openRenderer, variants } from './render.ts'
import { addReceipt, noScore, reportOf, type Scores, targetsOf } from './score.ts'
import { strangeLayouts } from './strange-layouts.ts'
import {
  addStrange,
  type StrangeScores,
  strangeReportOf,
  strangeTargetsOf,
} from './strange-score.ts'

/**
 * `npm run proofs -- --receipts 200 --strange 60 [--wrong]`: draws two sets of proofs in a browser,
 * reads them as the workers do, and prints the rates of success. The first set has receipts of five
 * made-up banks; the second has other proofs that customers send. `--wrong` lists each misread
 * field. Exits with 1 if a target of the specification is missed. Decision 227.
 */
const { values } = parseArgs({
  options: {
    receipts: { type: 'string', default: '200' },
    strange: { type: 'string', default: '60' },
    wrong: { type: 'boolean', default: false },
  },
})
const countOf = (option: 'receipts' | 'strange'): number => {
  const count = Number(values[option])
  if (Number.isInteger(count) && count >= 0 && count <= 10_000) return count
  process.stderr.write(`--${option} takes a whole number from 0 to 10000\n`)
  process.exit(2)
}
const [receipts, pictures] = [countOf('receipts'), countOf('strange')]

const renderer = await openRenderer()
// The longest idle time is long, because the reader has the lowest priority, and without `/proc`,
// waiting for a CPU counts as idle.
const reader = openReader({ seconds: 600 })
const readingOf = (bytes: Buffer) => {
  const type =
    bytes[0] === 0x89 ? 'image/png' : bytes[0] === 0xff ? 'image/jpeg' : 'application/pdf'
  return reader.read({ type, bytes }, 60)
}
const tell = (line: string) => {
  if (values.wrong) process.stderr.write(`${line}\n`)
}

const scores: Scores = {
  clean: noScore(),
  recompressed: noScore(),
  dark: noScore(),
  tilted: noScore(),
}
for (let number = 0; number < receipts; number++) {
  const layout = layouts[number % layouts.length]
  if (!layout) break
  const facts = factsOf(number + 1)
  for (const variant of variants) {
    const reading = await readingOf(await renderer.draw(layout, facts, variant))
    for (const field of addReceipt(scores[variant], facts, reading))
      tell(
        `${number + 1} ${layout.name} ${variant} ${field}: ${facts[field]} read as ${reading?.[field]}`,
      )
  }
  if (number % 20 === 19) process.stderr.write(`${number + 1} of ${receipts} receipts\n`)
}

/** A seed with other facts than the first set's. */
const strangeSeed = 5_000
const strange: StrangeScores = new Map()
for (let number = 0; number < pictures; number++) {
  const layout = strangeLayouts[number % strangeLayouts.length]
  if (!layout) break
  const seed = number + 1
  const turn = 1 + Math.floor(number / strangeLayouts.length)
  const drawing = layout.draw(factsOf(strangeSeed + seed), turn)
  const reading = await readingOf(await renderer.drawStrange(drawing, seed))
  for (const field of addStrange(strange, layout.name, drawing.said, reading))
    tell(`${seed} ${layout.name} ${field}: ${drawing.said[field]} read as ${reading?.[field]}`)
}
await renderer.close()
reader.stop()

if (receipts > 0) process.stdout.write(`${reportOf(scores)}\n\n`)
if (pictures > 0) process.stdout.write(`${strangeReportOf(strange, pictures)}\n`)
const targets = [
  ...(receipts > 0 ? targetsOf(scores) : []),
  ...(pictures > 0 ? strangeTargetsOf(strange, pictures) : []),
]
process.exitCode = targets.every(({ met }) => met) ? 0 : 1
