import { expect, test } from 'vitest'
import { checkPlantedTree } from './testing/planted-tree.ts'

const check = checkPlantedTree('tree.ts')

test('a tree of small files without machine paths is fine', async () => {
  const { code } = await check({ 'a.ts': "import '/api/home/x'\n// see src/home/plan.md\n" })
  expect(code).toBe(0)
})

test('a tracked file over 200 kB is refused by its name', async () => {
  const { code, said } = await check({ 'cpu.profile': 'x'.repeat(200_001) })
  expect(code).toBe(1)
  expect(said).toContain('cpu.profile: 200001 bytes')
})

test("a path of someone's home or work folder is refused", async () => {
  const planted = ['', 'home', 'ada', 'strand', 'x.ts'].join('/')
  const { code, said } = await check({ 'notes.md': `see ${planted}` })
  expect(code).toBe(1)
  expect(said).toContain(`notes.md: ${planted.slice(0, 16)}`)
})
