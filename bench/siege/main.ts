import { execFileSync, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { percentile } from '../measuring/samples.ts'
import type { AttackPlan, Outcome } from './attacker.ts'
import type { ToldOutcome } from './honest.ts'
import { type HonestPlan, staffLists } from './honest-day.ts'
import { owner, postgres, startShop } from './shop.ts'

// `npm run siege`: runs honest customers and staff, first alone, then while an attacker runs every
// attack that once brought the shop down, from 20 networks at once. Exits with 0 if the honest
// people were served as docs/security.md promises.
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    customers: { type: 'string', default: '100' },
    networks: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    folder: { type: 'string' },
  },
})
const [minutes, count] = [Number(values.minutes), Number(values.customers)]
const folder = values.folder ?? mkdtempSync(path.join(tmpdir(), 'strand-siege-'))
const say = (text: string) => process.stdout.write(`${text}\n`)
const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
/** Counts Node's processes only, because Postgres' own settings limit its memory. */
const sumOf = (parts: Map<string, number>) =>
  parts.values().reduce((sum, one) => sum + one, 0) - (parts.get(postgres) ?? 0)
const diskOf = () =>
  Number(execFileSync('du', ['-sb', folder], { encoding: 'utf8' }).split('\t')[0])

// Ends a run that hangs. The second phase gets at least 4 minutes, because the slowest customer
// needs 200 s. Starting, filling and checking the shop get 7.
const longest = (Math.min(minutes, 2) + Math.max(minutes, 4) + 7) * 60_000
setTimeout(() => {
  say('FAILS  it did not end in time')
  process.exit(1)
}, longest).unref()
say(`A siege of ${minutes} minutes from ${values.networks} networks, seed ${values.seed}`)
const shop = await startShop(path.join(folder, 'data'))
const stock = await shop.stock()
const receipt = await sharp({
  create: {
    width: 900,
    height: 1400,
    channels: 3,
    background: 'white',
    noise: { type: 'gaussian', mean: 200, sigma: 30 },
  },
})
  .jpeg({ quality: 60 })
  .toBuffer()
const day = { port: shop.port, stock, staff: owner, count, slowest: false }

const honestDay = (plan: HonestPlan): Promise<ToldOutcome> =>
  new Promise((resolve, reject) => {
    const honest = fork(path.join(import.meta.dirname, 'honest.ts'))
    honest.once('message', (told: ToldOutcome) => resolve(told))
    honest.once('exit', (code) => reject(new Error(`the honest clients ended with ${code}`)))
    honest.send({ ...plan, receipt: receipt.toString('base64') })
  })

// The first orders only warm up the process.
await honestDay({ ...day, count: 20, minutes: 0.2 })
say('Without the stranger...')
const quiet = await honestDay({ ...day, minutes: Math.min(minutes, 2) })
const before = { memory: shop.memory(), disk: diskOf() }

say('With the stranger...')
const stranger = fork(path.join(import.meta.dirname, 'attacker.ts'))
// Real attackers are on other machines, so their CPU use here must not count.
setPriority(stranger.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL)
const orders: AttackPlan = {
  port: shop.port,
  stock,
  staffEmail: owner.email,
  networks: Number(values.networks),
  seed: Number(values.seed),
}
stranger.send(orders)
let most = before.memory
const watch = setInterval(() => {
  const now = shop.memory()
  if (sumOf(now) > sumOf(most)) most = now
}, 500)
const besieged = await honestDay({ ...day, minutes, slowest: true })
const outcome = await new Promise<Outcome>((resolve) => {
  stranger.once('message', (told: Outcome) => resolve(told))
  stranger.send('end')
})
clearInterval(watch)

const { status, body: health } = await shop.ready()
const disk = diskOf() - before.disk
const memory = sumOf(most) - sumOf(before.memory)
const p99 = (times: number[]) => percentile({ times }, 0.99)
const callsOf = ({ times }: ToldOutcome, names?: string[]) =>
  times.filter(([name]) => !names || names.includes(name)).flatMap(([, each]) => each)
const alone = new Map(quiet.times)
say('\n| call | p50 alone | p99 alone | p50 besieged | p99 besieged | ratio of p99 |')
say('|---|---|---|---|---|---|')
const row = (what: string, before: number[], under: number[]) => {
  const at = (times: number[], share: number) => `${percentile({ times }, share).toFixed(1)} ms`
  say(
    `| ${what} | ${at(before, 0.5)} | ${at(before, 0.99)} | ${at(under, 0.5)} | ${at(under, 0.99)} | ${(p99(under) / p99(before)).toFixed(2)} |`,
  )
}
for (const [what, times] of besieged.times) row(what, alone.get(what) ?? [], times)
row('**staff lists**', callsOf(quiet, staffLists), callsOf(besieged, staffLists))
say('\n| attack | answers by status (0: none) |')
say('|---|---|')
for (const [name, counted] of Object.entries(outcome))
  say(
    `| ${name} | ${Object.entries(counted)
      .map(([code, times]) => `${code}: ${times}`)
      .join(', ')} |`,
  )

// The processes that decode pictures and read proofs end within a minute after their last job.
await new Promise((resolve) => setTimeout(resolve, 90_000))
const memories = [before.memory, most, shop.memory()]
say('\n| process | memory alone | at most | 90 s after |')
say('|---|---|---|---|')
for (const name of new Set(memories.flatMap((parts) => [...parts.keys()])))
  say(`| ${[name, ...memories.map((parts) => megabytes(parts.get(name) ?? 0))].join(' | ')} |`)
say(`| **all but Postgres** | ${memories.map((parts) => megabytes(sumOf(parts))).join(' | ')} |`)

const ratio = p99(callsOf(besieged, staffLists)) / p99(callsOf(quiet, staffLists))
const share = besieged.placed / count
const checks: [string, boolean][] = [
  [
    `${besieged.placed} of ${count} honest orders placed during it (at least 95%), after ${besieged.repeated} repeated calls`,
    share >= 0.95,
  ],
  [
    `${besieged.late} within 10 s after it, so ${besieged.placed + besieged.late} of ${count} in all`,
    besieged.placed + besieged.late === count,
  ],
  ['20 MB at 100 kB/s arrived during it', besieged.slowest === true],
  [`${besieged.approved} of ${count} approved`, besieged.approved === count],
  [`p99 of staff lists ${ratio.toFixed(2)} x (at most 3)`, ratio <= 3],
  [`memory at most ${megabytes(memory)} more (at most 512)`, memory <= 512 * 2 ** 20],
  [`disk ${megabytes(disk)} more (at most 5 GB)`, disk < 5 * 2 ** 30],
  [`/readyz ${status} ${health.status}: nothing parked, nothing stopped`, health.status === 'ok'],
  ['no answer of 500', !JSON.stringify(outcome).includes('"500"')],
]
say('')
for (const [what, holds] of checks) say(`${holds ? 'holds ' : 'FAILS '} ${what}`)
for (const failure of besieged.failures.slice(0, 20)) say(`       ${failure}`)
await shop.stop()
if (!values.folder) rmSync(folder, { recursive: true, force: true })
process.exit(checks.every(([, holds]) => holds) ? 0 : 1)
