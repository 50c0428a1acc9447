import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A page's TypeScript snippets, without the indentation of lists around them. */
const snippetsOf = (page: string): string[] =>
  [...page.matchAll(/^( *)```tsx?\n([\s\S]*?)^\1```/gm)].map(([, indent = '', text = '']) =>
    text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )

/** The compiler's output for the snippets, which can import this project's packages. */
const compile = (snippets: string[]): string => {
  const cache = path.join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(path.join(cache, 'snippets-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const files = snippets.map((text, index) => {
    writeFileSync(path.join(folder, `${index}.ts`), text)
    return `${index}.ts`
  })
  const extended = path.join(root, 'tsconfig.json')
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: extended, files, exclude: [], compilerOptions: { rootDir: root } }),
  )
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  return spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout
}

const pages = execFileSync('git', ['ls-files', '-z', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter(Boolean)
const snippets = pages.flatMap((file) => snippetsOf(readFileSync(path.join(root, file), 'utf8')))

test('every snippet of TypeScript in the docs compiles, and one that does not is found', () => {
  const page = "1. As in\n\n   ```ts\n   const price: number = 'much'\n   ```\n"
  expect(snippets.length).toBeGreaterThan(0)
  // One run of the compiler, because the packages' types take most of its time.
  const said = compile([...snippets, ...snippetsOf(page)])
  expect(said.trim().split('\n')).toEqual([
    expect.stringContaining(
      `/${snippets.length}.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'`,
    ),
  ])
})
