import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test-services.ts'
import { openServer, type Server } from './database/server.ts'
import { runSeed } from './run-seed.ts'
import { realNow } from './world/environment.ts'

/**
 * `npm run simulate -- --seeds 100000 [--from 1]`: runs the shop in that many worlds, and prints
 * the seeds per second and the first seed that fails. `--seed 7` runs that seed, and prints its
 * trace.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
  },
})

const print = (line: string) => process.stdout.write(`${line}\n`)

const replay = async (server: Server, seed: number) => {
  const { problems, trace, events, seconds } = await runSeed(server, seed, { isTraced: true })
  for (const line of trace) print(line)
  print(`seed ${seed}: ${events} events in ${seconds.toFixed(1)} s of its own time`)
  for (const problem of problems) print(`  ${problem}`)
  return problems.length === 0
}

/**
 * The waiting code of dead processes is never garbage-collected, which costs some 200 kB of memory
 * per seed.
 */
const seedsPerProcess = 5_000

/** Runs each part in a process of its own, one after the other. */
const runInParts = (from: number, count: number) => {
  for (let done = 0; done < count; done += seedsPerProcess) {
    const seeds = Math.min(seedsPerProcess, count - done)
    const part = ['--seeds', String(seeds), '--from', String(from + done)]
    const file = fileURLToPath(import.meta.url)
    const { status } = spawnSync(process.execPath, [file, ...part], { stdio: 'inherit' })
    if (status !== 0) return false
  }
  print(`all ${count} seeds hold`)
  return true
}

const runAll = async (server: Server, from: number, count: number) => {
  const begun = realNow()
  const rate = (done: number) => Math.round((done * 1_000) / Math.max(1, realNow() - begun))
  for (let done = 0; done < count; done++) {
    const { problems } = await runSeed(server, from + done)
    if (problems.length > 0) {
      print(`seed ${from + done} fails: ${problems[0]}`)
      print(`npm run simulate -- --seed ${from + done} shows how`)
      return false
    }
    if ((done + 1) % 100 === 0) print(`${done + 1} seeds, ${rate(done + 1)} a second`)
  }
  print(`${count} seeds hold, ${rate(count)} a second`)
  return true
}

const whole = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)
const [one, from, count] = [values.seed ?? '1', values.from, values.seeds].map(whole)
if (one === undefined || from === undefined || count === undefined) {
  process.stderr.write('--seed, --from and --seeds take whole numbers from 1\n')
  process.exit(2)
}
const onServer = async (work: (server: Server) => Promise<boolean>) => {
  const postgres = await startPostgres('simulator')
  const end = () => postgres.stop().then(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  const server = await openServer(postgres.url)
  const holds = await work(server)
  await server.close()
  await postgres.stop()
  return holds
}

const holds =
  values.seed !== undefined
    ? await onServer((server) => replay(server, one))
    : count > seedsPerProcess
      ? runInParts(from, count)
      : await onServer((server) => runAll(server, from, count))
process.exit(holds ? 0 : 1)
