import { startVitest } from 'vitest/node'
import { buildWebApp, webAppIsStale } from '../all-in-one/web-app.ts'

/**
 * `npm test`: runs all tests, or those that the arguments select, and prints one line of counts.
 *
 *   --project unit|int|browser   only tests of that kind
 *   --headed                     browser tests in a window, slowed down to watch
 *   --long                       whatever is repeated is repeated as often as promised
 *   anything else                only files whose path contains it
 */
const filters: string[] = []
const projects: string[] = []
const given = process.argv.slice(2)
while (given.length > 0) {
  const argument = given.shift() ?? ''
  if (argument === '--headed') process.env.TEST_HEADED = '1'
  else if (argument === '--long') process.env.LONG_TESTS = '1'
  else if (argument === '--project') projects.push(given.shift() ?? '')
  else filters.push(argument)
}

// Once, before test files that need it run in parallel.
if (!projects.includes('unit') && (await webAppIsStale())) await buildWebApp()

const vitest = await startVitest('test', filters, {
  run: true,
  watch: false,
  ...(projects.length > 0 ? { project: projects } : {}),
})
const modules = vitest.state.getTestModules()
const tests = modules.flatMap((module) => [...module.children.allTests()])
const count = (state: string) => tests.filter((test) => test.result().state === state).length
// A file that cannot be loaded has no tests to count, but is still a failure.
const brokenFiles = modules.filter(
  (module) => module.state() === 'failed' && count('failed') === 0,
).length
const failed = count('failed') + brokenFiles + vitest.state.getUnhandledErrors().length
const skipped = count('skipped')
const flaky = tests.filter((test) => test.diagnostic()?.flaky)
await vitest.close()
if (failed > 0) {
  const again = `TEST_SEED=${process.env.TEST_SEED} npm test -- <file>`
  process.stdout.write(`\n${again} repeats the random test data of this run.\n`)
}
for (const test of flaky) {
  process.stdout.write(
    `\nPassed only when tried again: ${test.module.relativeModuleId} > ${test.fullName}`,
  )
}
process.stdout.write(
  `\n${count('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
)
process.exit(failed > 0 || count('passed') === 0 ? 1 : 0)
