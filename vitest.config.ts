import { randomInt } from 'node:crypto'
import { defineConfig } from 'vitest/config'

// The seed of all random test data (platform/testing/random.ts).
process.env.TEST_SEED ??= String(randomInt(2 ** 31))

// Three kinds of test, told apart by their file name:
//   x.test.ts           no input or output, runs anywhere in milliseconds
//   x.int.test.ts       against the real Postgres (and Redis, SMTP, ...) that global setup starts
//   x.browser.test.ts   the whole product in a real browser
export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', '**/dist/**', '.data/**'],
    // vitest would leave one core of two idle; most tests wait for a server half of their time.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/*.int.test.ts', '**/*.browser.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'int',
          include: ['**/*.int.test.ts'],
          globalSetup: './tools/test-services.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['**/*.browser.test.ts'],
          globalSetup: './tools/test-services.ts',
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
