import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** In seconds of test time: how much two processes do in a minute on an idle machine. */
const budget = 120
/** In seconds, for a test file that has not run here yet. */
const expected = { unit: 0.5, int: 6, browser: 25 }

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const kindOf = (file: string): keyof typeof expected =>
  file.includes('.browser.test.') ? 'browser' : file.includes('.int.test.') ? 'int' : 'unit'

const imported = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*'([^']+\.[a-z]+|@strand\/[^']+)'/g

const namedBy = (file: string, text: string): string[] =>
  [...text.matchAll(imported)].map(([, name = '']) =>
    name.startsWith('@strand/')
      ? `${name.slice('@strand/'.length)}.ts`
      : path.posix.join(path.posix.dirname(file), name),
  )

/** No file imports the web app, so the file that serves its build counts as naming it. */
export const served = { app: 'web/src/app/main.tsx', by: 'all-in-one/web-app.ts' }

/** Whether a browser test is named after one of the file's folders, and so tests that screen. */
const isAbout = (test: string, file: string): boolean =>
  file.startsWith('web/src/') &&
  path.posix
    .dirname(file)
    .split('/')
    .slice(2)
    .some((folder) => path.posix.basename(test).startsWith(folder))

/**
 * The test files that a change may break, nearest first: changed tests, then tests that are beside
 * a changed file or name one, then tests that name one of those, and so on.
 */
export const nearestTests = (files: Map<string, string>, changed: string[]): string[][] => {
  const namers = new Map<string, string[]>()
  const add = (named: string, by: string) => namers.set(named, [...(namers.get(named) ?? []), by])
  for (const [file, text] of files) for (const named of namedBy(file, text)) add(named, file)
  add(served.app, served.by)
  const tests = [...files.keys()].filter(isTest)
  for (const file of changed)
    for (const test of tests)
      if (path.posix.dirname(test) === path.posix.dirname(file) || isAbout(test, file))
        add(file, test)

  const seen = new Set(changed)
  const rings: string[][] = []
  for (let ring = [...changed]; ring.length > 0; ) {
    rings.push(ring.filter((file) => isTest(file) && files.has(file)))
    const next = new Set(ring.flatMap((file) => namers.get(file) ?? []))
    ring = [...next].filter((file) => !seen.has(file))
    for (const file of ring) seen.add(file)
  }
  return rings.filter((ring) => ring.length > 0)
}

/** The nearest tests that fit into the time together; changed tests always run. */
export const withinBudget = (
  rings: string[][],
  secondsOf: (file: string) => number,
  isChanged: (file: string) => boolean,
): string[] => {
  let left = budget
  const chosen: string[] = []
  for (const ring of rings)
    for (const file of ring.toSorted((one, other) => secondsOf(one) - secondsOf(other))) {
      if (!isChanged(file) && secondsOf(file) > left) continue
      left -= secondsOf(file)
      chosen.push(file)
    }
  return chosen
}

const git = (...words: string[]) =>
  execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
const linesOf = (text: string) => text.split('\n').filter(Boolean)

/**
 * The commit before the change: where the branch left main or, on a clean main, the previous
 * commit.
 */
const beginning = (): string => {
  const isOpen = git('status', '--porcelain') !== ''
  const head = git('rev-parse', 'HEAD').trim()
  try {
    const left = git('merge-base', 'HEAD', 'main').trim()
    if (left !== head) return left
  } catch {
    // Without a main branch, the fallback below is used.
  }
  return isOpen ? 'HEAD' : 'HEAD~1'
}

/** The seconds of each test file's last run here, from vitest's cache. */
const lastSeconds = async (): Promise<Map<string, number>> => {
  const folder = 'node_modules/.vite/vitest'
  const seconds = new Map<string, number>()
  const caches = existsSync(folder) ? await readdir(folder, { recursive: true }) : []
  for (const name of caches.filter((name) => path.basename(name) === 'results.json')) {
    const { projects } = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as {
      projects: Record<string, { files: Record<string, { duration: number }> }>
    }
    for (const { files } of Object.values(projects))
      for (const [file, { duration }] of Object.entries(files)) seconds.set(file, duration / 1_000)
  }
  return seconds
}

/** The test files that the open change may break, as many as fit into about a minute. */
export const changedTests = async (): Promise<{ touched: number; chosen: string[] }> => {
  const [tracked, untracked] = [git('ls-files'), git('ls-files', '-o', '--exclude-standard')]
  const changed = [...linesOf(git('diff', '--name-only', beginning())), ...linesOf(untracked)]
  const sources = linesOf(tracked + untracked).filter((file) => /\.(ts|tsx|css)$/.test(file))
  const files = new Map<string, string>()
  for (const file of sources) if (existsSync(file)) files.set(file, await readFile(file, 'utf8'))
  const rings = nearestTests(files, changed)
  const last = await lastSeconds()
  const chosen = withinBudget(
    rings,
    (file) => last.get(file) ?? expected[kindOf(file)],
    (file) => changed.includes(file),
  )
  return { touched: rings.flat().length, chosen }
}
