import { expect, test } from 'vitest'
import { checkPlantedTree } from './testing/planted-tree.ts'

const check = checkPlantedTree('length.ts')

const functionOf = (lines: number, head = '') =>
  `${head}export const place = async (\n  order: string,\n) => {\n${'  order\n'.repeat(lines - 4)}}\n`

test('short files, short functions, reasons and tests are fine', async () => {
  const files = {
    'shop/a.ts': functionOf(60),
    'shop/b.ts': 'a\n'.repeat(200),
    'shop/c.ts': functionOf(61, '// Long because it lists the steps.\n'),
    'shop/d.ts': functionOf(61, '/**\n * It.\n * Long because it lists the steps.\n */\n'),
    'shop/e.test.ts': functionOf(300),
    'shop/testing/f.ts': functionOf(300),
    'e2e/g.ts': functionOf(300),
  }
  expect(await check(files)).toEqual({ code: 0, said: '' })
})

test('long files and functions are refused, also within a function that has a reason', async () => {
  const inner = functionOf(61).replace('export ', '')
  const { code, said } = await check({
    'shop/a.ts': 'a\n'.repeat(201),
    'shop/b.ts': functionOf(61),
    'shop/c.ts': `// Long because it is.\nconst a = () => {\nif (a) a()\n${inner}}\n`,
  })
  expect(code).toBe(1)
  expect(said.match(/^\S+: \w+ \w+ \w+ \d+|^\S+: \d+ lines$/gm)).toEqual([
    'shop/a.ts: 201 lines',
    'shop/b.ts:1: a function of 61',
    'shop/c.ts:4: a function of 61',
  ])
})
