import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const tree = path.join(import.meta.dirname, 'tree.ts')
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'strand-tree-'))
  execFileSync('git', ['init', '-q'], { cwd: folder })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const check = async (files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
  execFileSync('git', ['add', '.'], { cwd: folder })
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, [tree], { cwd: folder }, (error, _, said) =>
      resolve({ code: Number(error?.code ?? 0), said }),
    )
  })
}

test('a tree of small files that name no machine is fine', async () => {
  const { code } = await check({ 'a.ts': "import '/api/home/x'\n// see src/home/plan.md\n" })
  expect(code).toBe(0)
})

test('a tracked file over 200 kB is refused by its name', async () => {
  const { code, said } = await check({ 'cpu.profile': 'x'.repeat(200_001) })
  expect(code).toBe(1)
  expect(said).toContain('cpu.profile: 200001 bytes')
})

test("a path of somebody's home or work folder is refused", async () => {
  const planted = ['', 'home', 'ada', 'strand', 'x.ts'].join('/')
  const { code, said } = await check({ 'notes.md': `see ${planted}` })
  expect(code).toBe(1)
  expect(said).toContain(`notes.md: ${planted.slice(0, 16)}`)
})
