import { parseArgs } from 'node:util'
import { openReader } from '../../workers/proof/reader/reader.ts'
import { factsOf } from './facts.ts'
import { layouts } from './layouts.ts'
import { openRenderer, variants } from './render.ts'
import { addReceipt, noScore, reportOf, type Scores, targetsOf } from './score.ts'

/**
 * `npm run proofs -- --receipts 200 [--wrong]`: draws receipts of five made-up banks in a browser,
 * reads them as the workers do, and prints the share of fields that are right; `--wrong` names each
 * that is not. It ends with 1 when a target of the specification is missed. Decision 229.
 */
const { values } = parseArgs({
  options: {
    receipts: { type: 'string', default: '200' },
    wrong: { type: 'boolean', default: false },
  },
})
const receipts = Number(values.receipts)
if (!Number.isInteger(receipts) || receipts < 1 || receipts > 10_000) {
  process.stderr.write('--receipts takes a whole number from 1 to 10000\n')
  process.exit(2)
}

const renderer = await openRenderer()
// On a busy machine, where the reader steps back, a picture may take long.
const reader = openReader({ seconds: 600 })
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
    const bytes = await renderer.draw(layout, facts, variant)
    const type = bytes[0] === 0x89 ? 'image/png' : 'image/jpeg'
    const reading = await reader.read({ type, bytes })
    const wrong = addReceipt(scores[variant], facts, reading)
    if (!values.wrong) continue
    for (const field of wrong)
      process.stderr.write(
        `${number + 1} ${layout.name} ${variant} ${field}: ${facts[field]} read as ${reading?.[field]}\n`,
      )
  }
  if (number % 20 === 19) process.stderr.write(`${number + 1} of ${receipts} receipts\n`)
}
await renderer.close()
reader.stop()
process.stdout.write(`${reportOf(scores)}\n`)
process.exitCode = targetsOf(scores).every(({ met }) => met) ? 0 : 1
