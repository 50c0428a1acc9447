import { parseArgs } from 'node:util'
import { tableOf } from './measuring/table.ts'
import { runBench } from './run.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    only: { type: 'string' },
    folder: { type: 'string' },
    profile: { type: 'string' },
  },
})
const sizes = values.orders.split(',').map(Number)
if (sizes.some((size) => !Number.isInteger(size) || size < 100)) {
  process.stderr.write('--orders takes whole numbers from 100 on, such as 1000000\n')
  process.exit(2)
}
const [most = 0] = sizes.toSorted((one, other) => other - one)

const { about, rows } = await runBench({
  sizes: sizes.length === 1 && most > 10_000 ? [10_000, most] : sizes,
  only: values.only?.split(','),
  folder: values.folder,
  profile: values.profile,
  seconds: 2,
  turns: 3,
  waitingProofs: 100,
  say: (text) => process.stderr.write(`${text}\n`),
})
process.stdout.write(`\n${about.join('\n')}\n\n${tableOf(rows)}\n`)
