import { parseArgs } from 'node:util'
import { runBench } from './run.ts'
import { tableOf } from './table.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    only: { type: 'string' },
    folder: { type: 'string' },
    profile: { type: 'string' },
  },
})
const orders = Number(values.orders)
if (!Number.isInteger(orders) || orders < 100) {
  process.stderr.write('--orders must be a whole number from 100 on\n')
  process.exit(2)
}

const { about, rows } = await runBench({
  sizes: orders > 10_000 ? [10_000, orders] : [orders],
  only: values.only?.split(','),
  folder: values.folder,
  profile: values.profile,
  seconds: 2,
  turns: 3,
  say: (text) => process.stderr.write(`${text}\n`),
})
process.stdout.write(`\n${about.join('\n')}\n\n${tableOf(rows)}\n`)
