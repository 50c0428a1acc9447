import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startVitest, type TestModule } from 'vitest/node'
import { buildWebApp, webAppIsStale } from '../all-in-one/web-app.ts'
import { changedTests } from './changed.ts'
import { measurePace, withoutBrowser } from './pace.ts'

/**
 * `npm test`: runs all tests, or those that the arguments select, and prints one line of counts.
 *
 *   --project unit|int|browser   only tests of that kind
 *   --headed                     browser tests in a window, slowed down to watch
 *   --long                       repetitions run in full, as the docs promise
 *   --changed                    only files that the open change touches, in about a minute
 *   -t pattern                   only tests whose name matches the regular expression
 *   anything else                only files whose path contains it
 */
const filters: string[] = []
const projects: string[] = []
let testNamePattern: string | undefined
let onlyChanged = false
const given = process.argv.slice(2)
while (given.length > 0) {
  const argument = given.shift() ?? ''
  if (argument === '--headed') process.env.TEST_HEADED = '1'
  else if (argument === '--long') process.env.LONG_TESTS = '1'
  else if (argument === '--project') projects.push(given.shift() ?? '')
  else if (argument === '--changed') onlyChanged = true
  else if (argument === '-t') testNamePattern = given.shift()
  else if (argument.startsWith('-')) {
    process.stderr.write(
      `npm test takes --project, --headed, --long, --changed and -t, no ${argument}.\n`,
    )
    process.exit(2)
  } else filters.push(argument)
}

if (onlyChanged) {
  const { touched, chosen } = await changedTests()
  const only = chosen.filter((file) => filters.every((filter) => file.includes(filter)))
  process.stdout.write(
    `\n  The change touches ${touched} test files. The nearest that run in about a minute: ${only.length}.\n`,
  )
  if (only.length === 0) {
    process.stdout.write('\n0 passed, 0 failed\n')
    process.exit(0)
  }
  filters.splice(0, Number.POSITIVE_INFINITY, ...only.map((file) => path.resolve(file)))
}

// The app is built once, before test files that need it run in parallel.
if (!projects.includes('unit') && (await webAppIsStale())) await buildWebApp()

// A run that another run starts has its figures.
const { TEST_PACE, TEST_WORKERS } = process.env
const { pace, workers } =
  TEST_PACE && TEST_WORKERS
    ? { pace: Number(TEST_PACE), workers: Number(TEST_WORKERS) }
    : await measurePace()
process.env.TEST_PACE = String(pace)
process.env.TEST_WORKERS = String(workers)
process.stdout.write(
  `\n  This machine takes ${pace} times as long as usual: so do the limits of all waits.\n`,
)
process.stdout.write(
  `  ${workers} browser files are tested at once, then ${withoutBrowser(workers)} others.\n`,
)

// The environment before this run's services add their addresses to it: a retry starts its own.
const env = { ...process.env }
const vitest = await startVitest('test', filters, {
  run: true,
  watch: false,
  ...(projects.length > 0 ? { project: projects } : {}),
  ...(testNamePattern === undefined ? {} : { testNamePattern }),
})
const modules = vitest.state.getTestModules()
const failedIn = (module: TestModule) => [...module.children.allTests('failed')]
/** If a process ends in the middle of a file, vitest's error names the signal and the file. */
const crashes = vitest.state.getUnhandledErrors().flatMap((error) => {
  const cause = error instanceof Error ? error.cause : undefined
  const text = cause instanceof Error ? cause.message : ''
  return text.startsWith('Worker exited unexpectedly') ? [text] : []
})
const crashOf = ({ moduleId }: TestModule) => crashes.find((text) => text.includes(moduleId))
// A file that could not be loaded, or whose process crashed, has no tests to count, but has failed.
const broken = modules.filter((module) => module.state() === 'failed' || crashOf(module))
const errors = vitest.state.getUnhandledErrors().length - crashes.length
await vitest.close()

for (const module of broken) {
  const signal = /with (.+?) during/.exec(crashOf(module) ?? '')?.[1]
  if (signal) process.stdout.write(`\nCrashed with ${signal}: ${module.relativeModuleId}\n`)
}
// In CI, up to five failed files run once more, each alone.
const retries = process.env.CI && errors === 0 && broken.length <= 5 ? broken : []
const mended = retries.filter(({ relativeModuleId }) => {
  process.stdout.write(`\nTried again: ${relativeModuleId}\n`)
  const { status } = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), relativeModuleId],
    { stdio: 'inherit', env: { ...env, CI: '', TEST_SEED: process.env.TEST_SEED } },
  )
  return status === 0
})
const stillBroken = broken.filter((module) => !mended.includes(module))
if (retries.length > 0) {
  const list = (modules: TestModule[]) =>
    modules.map(({ relativeModuleId }) => relativeModuleId).join(', ')
  process.stdout.write('\n')
  if (mended.length > 0)
    process.stdout.write(`Failed first, and passed when tried again: ${list(mended)}\n`)
  if (stillBroken.length > 0)
    process.stdout.write(`Failed first, and failed when tried again: ${list(stillBroken)}\n`)
}

const tests = modules.flatMap((module) => [...module.children.allTests()])
const count = (state: string) => tests.filter((test) => test.result().state === state).length
const failed = stillBroken.reduce(
  (sum, module) => sum + Math.max(1, failedIn(module).length),
  errors,
)
const passed =
  count('passed') + mended.reduce((sum, module) => sum + Math.max(1, failedIn(module).length), 0)

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
/** A regular expression that matches this text alone. */
const patternOf = (name: string) => `^${name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`
if (failed > 0) {
  process.stdout.write('\nEach failure again by itself, with the same random data:\n')
  for (const module of stillBroken) {
    const long = process.env.LONG_TESTS === '1' ? ' --long' : ''
    const again = `TEST_SEED=${process.env.TEST_SEED} npm test --${long} ${module.relativeModuleId}`
    const tests = failedIn(module).map((test) => `${again} -t ${quoted(patternOf(test.fullName))}`)
    for (const line of tests.length > 0 ? tests : [again]) process.stdout.write(`  ${line}\n`)
  }
}
const skipped = count('skipped')
process.stdout.write(
  `\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
)
process.exit(failed > 0 || passed === 0 ? 1 : 0)
