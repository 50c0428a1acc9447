import { randomInt } from 'node:crypto'
import { defineConfig } from 'vitest/config'
import { longestLimit, usualWait } from './platform/testing/limits.ts'
import { LongestFirst } from './tools/longest-first.ts'
import { maxWorkers, withoutBrowser } from './tools/pace.ts'

// The seed of all random test data (platform/testing/random.ts).
process.env.TEST_SEED ??= String(randomInt(2 ** 31))

/**
 * `npm run test:long` repeats some tests more often (`platform/testing/repetitions.ts`), so they
 * take longer.
 */
const repeated = process.env.LONG_TESTS === '1' ? 30 : 1
/** Ends only tests that hang. A test that waits in vain for a state fails earlier. */
const hangs = longestLimit(150_000)
/** How many browser tests run at once; `npm test` measures how many this machine can run. */
const workers = Number(process.env.TEST_WORKERS ?? maxWorkers)
const rest = { maxWorkers: withoutBrowser(workers), sequence: { groupOrder: 1 } }

// Three kinds of test, by their file name:
//   x.test.ts           no input or output, runs anywhere in milliseconds
//   x.int.test.ts       against the real Postgres (and Redis, SMTP, ...) that global setup starts
//   x.browser.test.ts   the whole product in a real browser
export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', '**/dist/**', '.data/**'],
    maxWorkers: workers,
    // Files share processes, because loading the whole product for each file took a tenth of the
    // run.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    setupFiles: ['./tools/each-test-file.ts'],
    testTimeout: hangs * repeated,
    hookTimeout: hangs,
    expect: { poll: { timeout: longestLimit(usualWait) } },
    projects: [
      {
        extends: true,
        test: {
          ...rest,
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/*.int.test.ts', '**/*.browser.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...rest,
          name: 'int',
          include: ['**/*.int.test.ts'],
          globalSetup: './tools/test-services.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['**/*.browser.test.ts'],
          globalSetup: './tools/test-services.ts',
        },
      },
    ],
  },
})
