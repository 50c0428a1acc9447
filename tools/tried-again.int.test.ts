import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compiled } from '../platform/testing/compiled.ts'

const config = `export default {
  test: {
    globals: true,
    isolate: false,
    maxWorkers: 2,
    projects: [{ extends: true, test: { name: 'unit', include: ['*.test.js'] } }],
  },
}`
/** A test file that does `what` in its first run only. */
const atFirst = (what: string) => `import { existsSync, writeFileSync } from 'node:fs'
test('holds', () => {
  const mark = import.meta.filename + '.ran'
  if (existsSync(mark)) return
  writeFileSync(mark, '')
  ${what}
})`

/**
 * Runs `npm test` on a project with exactly these tests, and returns its output from the end of the
 * first run.
 */
const runTests = async (files: Record<string, string>, settings: Record<string, string>) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-tests-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(path.join(folder, 'vitest.config.mjs'), config)
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, 'test.ts'), '--project', 'unit'],
      {
        cwd: folder,
        env: {
          ...compiled,
          PATH: process.env.PATH,
          NO_COLOR: '1',
          TEST_SEED: '7',
          TEST_PACE: '1',
          TEST_WORKERS: '2',
          ...settings,
        },
      },
      (error, said) => resolve({ code: Number(error?.code ?? 0), said }),
    )
  })
}

test('in CI each file that failed or crashed is run once more, and only what fails twice is a failure', async () => {
  const { code, said } = await runTests(
    {
      'sound.test.js': `test('holds', () => {})`,
      'crashes.test.js': atFirst(`process.kill(process.pid, 'SIGSEGV')`),
      'shaky.test.js': atFirst(`throw new Error('not yet')`),
      'wrong.test.js': `test('holds', () => {})\ntest('is wrong', () => expect(1).toBe(2))`,
    },
    { CI: '1' },
  )
  expect(said).toContain('Crashed with signal SIGSEGV: crashes.test.js\n')
  expect(said.match(/(?<=Tried again: ).*/g)?.toSorted()).toEqual([
    'crashes.test.js',
    'shaky.test.js',
    'wrong.test.js',
  ])
  const passed = /(?<=Failed first, and passed when tried again: ).*/.exec(said)?.[0] ?? ''
  expect(passed.split(', ').toSorted()).toEqual(['crashes.test.js', 'shaky.test.js'])
  expect(said).toContain('Failed first, and failed when tried again: wrong.test.js\n')
  expect(said).toMatch(
    /again by itself.*\n {2}TEST_SEED=7 npm test -- wrong\.test\.js -t '\^is wrong\$'\n\n4 passed, 1 failed\n$/,
  )
  expect(code).toBe(1)
})

test('outside CI nothing is tried again, and a crash is reported as a failure by name', async () => {
  const { code, said } = await runTests(
    {
      'sound.test.js': `test('holds', () => {})`,
      'crashes.test.js': atFirst(`process.kill(process.pid, 'SIGSEGV')`),
    },
    { CI: '' },
  )
  expect(said).toContain('Crashed with signal SIGSEGV: crashes.test.js\n')
  expect(said).not.toContain('Tried again')
  expect(said).toMatch(
    /again by itself.*\n {2}TEST_SEED=7 npm test -- crashes\.test\.js\n\n1 passed, 1 failed\n$/,
  )
  expect(code).toBe(1)
})
