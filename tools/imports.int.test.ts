import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../', import.meta.url))

type Report = {
  modules: { source: string }[]
  summary: {
    violations: { rule: { name: string } }[]
    ruleSetUsed: { forbidden: { name: string }[]; required: { name: string }[] }
  }
}

const cruise = async (folder: string): Promise<Report> => {
  const { stdout } = await run(
    process.execPath,
    [
      path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      path.join(root, '.dependency-cruiser.mjs'),
      '--output-type',
      'json',
      '.',
    ],
    { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
    // The program exits with the number of violations, but still prints its report.
  ).catch((failed: { stdout: string }) => failed)
  return JSON.parse(stdout)
}

/** For each rule, files that break it. */
const offences: Record<string, Record<string, string>> = {
  'no-cycle': {
    'platform/a.ts': `import { b } from './b.ts'\nexport const a = () => b`,
    'platform/b.ts': `import { a } from './a.ts'\nexport const b = () => a`,
  },
  'imports-exist': { 'platform/lost.ts': `import './nowhere.ts'` },
  'contracts-stand-alone': { 'contracts/offence.ts': `import 'pg'` },
  'platform-knows-no-feature': { 'platform/offence.ts': `import '../contracts/order/order.ts'` },
  'event-sourcing-stands-alone': {
    'event-sourcing/offence.ts': `import '../platform/config.ts'`,
  },
  'log-proof-knows-the-log-alone': {
    'log-proof/offence.ts': `import '../platform/config.ts'`,
  },
  'services-are-strangers': { 'query-api/offence.ts': `import '../command-api/order/routes.ts'` },
  'features-are-strangers': {
    'command-api/catalogue/product.routes.ts': `import '../order/routes.ts'\nimport '../../contracts/order/order.ts'`,
  },
  'doors-open-one-way': {
    'command-api/reports/issue.ts': `import '../money/line/decider.ts'`,
    'web/src/reports/offence.ts': `import '../log-proof/page.ts'`,
  },
  'resources-are-strangers': {
    'query-api/catalogue/product.list.ts': `import './sales.list.ts'`,
  },
  'web-sees-contracts-only': { 'web/src/app/offence.ts': `import '../../../platform/config.ts'` },
  'web-features-are-strangers': { 'web/src/track/offence.ts': `import '../shop/terms/page.ts'` },
  'web-screens-are-strangers': {
    'web/src/order/desk/offence.ts': `import '../track-order/page.ts'`,
  },
  'deciders-are-pure': { 'command-api/x.decider.ts': `import '../platform/config.ts'` },
  'tests-stay-apart': {
    'workers/offence.ts': `import '../platform/testing/eventually.ts'`,
    'workers/e2e-offence.ts': `import '../e2e/offence.ts'`,
  },
  'routes-speak-contracts': { 'query-api/order/lists/routes.ts': `export const order = 1` },
}

test('the import checker reads every source file of the project, and reports an offence against each rule', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-imports-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  for (const file of ['tsconfig.json', 'package.json'])
    await cp(path.join(root, file), path.join(folder, file))
  const { stdout } = await run('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root })
  const sources = stdout.split('\n').filter((file) => file)
  // The checker chooses files by their paths, so the project's own are empty here.
  const files = Object.assign(
    Object.fromEntries(sources.map((file) => [file, ''])),
    {
      'contracts/order/order.ts': 'export const order = 1',
      'command-api/order/routes.ts': `import '../../contracts/order/order.ts'`,
      'query-api/catalogue/sales.list.ts': 'export const sales = 1',
      'e2e/offence.ts': 'export const e2e = 1',
      'platform/config.ts': 'export const config = 1',
      'platform/testing/eventually.ts': 'export const testing = 1',
      'web/src/order/track-order/page.ts': 'export const page = 1',
      'web/src/shop/terms/page.ts': 'export const page = 1',
      'command-api/money/line/decider.ts': 'export const line = 1',
      'web/src/log-proof/page.ts': 'export const page = 1',
    },
    ...Object.values(offences),
  )
  for (const [file, text] of Object.entries(files as Record<string, string>)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), text)
  }
  const { modules, summary } = await cruise(folder)
  const seen = new Set(modules.map(({ source }) => source))
  expect(sources.filter((file) => !seen.has(file))).toEqual([])

  const reported = new Set(summary.violations.map(({ rule }) => rule.name))
  const { forbidden, required } = summary.ruleSetUsed
  const known = [...forbidden, ...required].map(({ name }) => name)
  expect(Object.keys(offences).sort()).toEqual(known.sort())
  expect([...reported].sort()).toEqual(known.sort())
})
