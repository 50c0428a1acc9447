import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../web/src', import.meta.url))

const onScreen = (css: string): string => {
  const bare = css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const print = bare.indexOf('@media print')
  if (print < 0) return bare
  let end = bare.indexOf('{', print) + 1
  for (let depth = 1; depth > 0; end += 1) {
    if (bare[end] === '{') depth += 1
    if (bare[end] === '}') depth -= 1
  }
  return onScreen(bare.slice(0, print) + bare.slice(end))
}

/** The classes that a stylesheet styles anywhere: `.card`, `.card:hover`, but not `.page .card`. */
const ownClasses = (css: string): string[] =>
  [...onScreen(css).matchAll(/([^{};@]+)\{/g)]
    .flatMap(([, selectors = '']) => selectors.split(/,(?![^(]*\))/))
    .flatMap(
      (selector) => /^\s*\.([\w-]+)(?:::?(?!has)[\w-]+|\[[^\]]*\])*\s*$/.exec(selector)?.[1] ?? [],
    )

const isOneFolder = (folders: readonly string[]): boolean => {
  const [outer = ''] = folders.toSorted((one, other) => one.length - other.length)
  return folders.every((folder) => folder === outer || folder.startsWith(`${outer}/`))
}

test('each class is styled in only one folder, because a stylesheet stays loaded after leaving its screen', () => {
  const folders = new Map<string, Set<string>>()
  for (const file of globSync('**/*.css', { cwd: source }))
    for (const name of ownClasses(readFileSync(path.join(source, file), 'utf8')))
      folders.set(name, (folders.get(name) ?? new Set()).add(path.dirname(file)))
  const torn = [...folders].filter(([, set]) => !isOneFolder([...set]))
  expect(torn.map(([name, set]) => `.${name}: ${[...set].sort().join(', ')}`)).toEqual([])
})
