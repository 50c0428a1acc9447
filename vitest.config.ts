import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// The seed of all random test data (platform/testing/random.ts).
process.env.TEST_SEED ??= String(randomInt(2 ** 31))

/** What the long run repeats takes longer (`platform/testing/repetitions.ts`). */
const patience = process.env.LONG_TESTS === '1' ? 30 : 1

// Three kinds of test, told apart by their file name:
//   x.test.ts           no input or output, runs anywhere in milliseconds
//   x.int.test.ts       against the real Postgres (and Redis, SMTP, ...) that global setup starts
//   x.browser.test.ts   the whole product in a real browser
export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', '**/dist/**', '.data/**'],
    // More than the cores: a test waits for a server, a browser or a pause for half of its time.
    maxWorkers: Math.max(4, availableParallelism()),
    // Files share processes: to load the whole product for each took a tenth of the run.
    isolate: false,
    setupFiles: ['./tools/each-test-file.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/*.int.test.ts', '**/*.browser.test.ts'],
          testTimeout: 60_000 * patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'int',
          include: ['**/*.int.test.ts'],
          globalSetup: './tools/test-services.ts',
          testTimeout: 120_000 * patience,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['**/*.browser.test.ts'],
          globalSetup: './tools/test-services.ts',
          testTimeout: 180_000 * patience,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
