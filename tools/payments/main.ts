import { parseArgs } from 'node:util'
import { reportOf, targetsOf } from './report.ts'
import { addOutcomes, simulateMonth } from './simulate.ts'

/**
 * `npm run payments -- --orders-a-day 100 --seeds 100 [--codes 0.3] [--approved 0] [--harder]`: makes
 * months of orders and bank lines, matches them day by day, and prints how often each rule is right.
 * Exits with 1 if a target of the specification is missed. Decision 209.
 */
const { values } = parseArgs({
  options: {
    'orders-a-day': { type: 'string', default: '100' },
    seeds: { type: 'string', default: '100' },
    codes: { type: 'string', default: '0.3' },
    approved: { type: 'string', default: '0' },
    harder: { type: 'boolean', default: false },
  },
})
const ordersADay = Number(values['orders-a-day'])
const seeds = Number(values.seeds)
const codes = Number(values.codes)
const approved = Number(values.approved)
const isCount = (count: number) => Number.isInteger(count) && count >= 1 && count <= 10_000
const isShare = (share: number) => share >= 0 && share <= 1
if (!isCount(ordersADay) || !isCount(seeds) || !isShare(codes) || !isShare(approved)) {
  process.stderr.write(
    '--orders-a-day and --seeds take whole numbers from 1 to 10000, --codes and --approved shares ' +
      'from 0 to 1\n',
  )
  process.exit(2)
}

const generator = values.harder ? 'harder' : 'friendly'
const outcome = Array.from({ length: seeds }, (_, at) => {
  if (at > 0 && at % 10 === 0) process.stderr.write(`${at} of ${seeds} seeds\n`)
  return simulateMonth({ seed: at + 1, ordersADay, codes, approved, generator })
}).reduce(addOutcomes)
process.stdout.write(`${reportOf(outcome, { generator, codes })}\n`)
process.exitCode = targetsOf(outcome, { generator, codes }).every(({ met }) => met) ? 0 : 1
