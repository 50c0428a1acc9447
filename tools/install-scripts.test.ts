import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
type Locked = { hasInstallScript?: boolean; link?: boolean; resolved?: string; integrity?: string }
const locked: Record<string, Locked> = JSON.parse(read('package-lock.json')).packages
const { allowScripts }: { allowScripts: Record<string, boolean> } = JSON.parse(read('package.json'))
const installed = Object.entries(locked).filter(
  ([at, { link }]) => at.includes('node_modules/') && !link,
)

test('no package runs a script when it is installed, on npm 10 and on npm 11', () => {
  // npm 10 knows only this setting; npm 11 wants a decision for each package by name.
  expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true')
  const scripted = installed
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([at]) => at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length))
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(scripted)].sort())
  expect(Object.values(allowScripts)).not.toContain(true)
})

test('each package comes from the registry, and the lock file has its hash', () => {
  for (const [at, { resolved, integrity }] of installed) {
    expect(resolved, at).toBeUndefined()
    expect(integrity, at).toMatch(/^sha512-/)
  }
})
