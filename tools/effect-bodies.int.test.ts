import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../', import.meta.url))

const offencesIn = async (source: string): Promise<number[]> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-effects-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const plugins = [path.join(root, 'tools/effect-bodies.grit')]
  const rules = { recommended: false }
  await writeFile(path.join(folder, 'biome.json'), JSON.stringify({ plugins, linter: { rules } }))
  await writeFile(path.join(folder, 'effects.ts'), source)
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome')
  const { stdout, stderr } = await run(process.execPath, [biome, 'lint', 'effects.ts'], {
    cwd: folder,
  }).catch((failed: { stdout: string; stderr: string }) => failed)
  return [...`${stdout}${stderr}`.matchAll(/^effects\.ts:(\d+):\d+ plugin/gm)].map(([, line]) =>
    Number(line),
  )
}

test('an effect whose expression is returned is an offence; one with a body or a clean-up is not', async () => {
  const source = `useEffect(() => part.current?.scrollIntoView(), [])
useLayoutEffect(() => part.current?.focus())
useEffect(() => () => clearTimeout(timer), [])
useEffect(() => {
  part.current?.scrollIntoView()
}, [])
useEffect(() => {
  return () => clearTimeout(timer)
}, [])
`
  expect(await offencesIn(source)).toEqual([1, 2])
})
