import { expect, test } from 'vitest'
import { checkPlantedTree } from './testing/planted-tree.ts'

const check = checkPlantedTree('docs.ts')

const page = `# A page

## How it works

See [below](#how-it-works), [the code](../shop/order.ts), [why](decisions/001-small.md#why) and
[the web](https://example.org/x#y). \`shop/order.ts\`, \`order.ts\`, \`shop/*.ts\`, \`x.ts\` and \`shop/\`
are here. \`order.total\` and \`/etc/hosts\` are no files of ours.

\`\`\`mermaid
flowchart LR
  a["shop/order.ts<br/>place"]
\`\`\`
`
const sound = {
  'docs/page.md': page,
  'docs/decisions/001-small.md': '# 001 Small files\n\n## Why\n',
  'shop/order.ts': '// See `docs/page.md` and decision 001.\nexport const place = `shop/gone.ts`\n',
}

test('pages, comments and records that name what exists are fine', async () => {
  expect(await check(sound)).toEqual({ code: 0, said: '' })
})

/** Each offence, its file, and the tool's words. One run of the tool checks all files. */
const offences = [
  ['a link to no file', 'docs/a1.md', '[x](page.txt)', 'the link page.txt leads nowhere'],
  ['an anchor of no heading', 'docs/a2.md', '[x](page.md#how)', 'anchor of page.md#how'],
  ['an anchor of its own page', 'docs/a3.md', '[x](#a)', 'anchor of #a'],
  ['a path that is gone', 'docs/a4.md', 'In `shop/gone.ts`.', '`shop/gone.ts` is not in the tree'],
  ['a folder that is gone', 'docs/a5.md', 'In `shop/gone/`.', '`shop/gone/` is not in the tree'],
  ['a file name of no file', 'docs/a6.md', 'In `order.sql`.', '`order.sql` is not in the tree'],
  ['a pattern of no file', 'docs/a7.md', 'In `shop/*.sql`.', '`shop/*.sql` is not in the tree'],
  [
    'a comment that names no file',
    'shop/a1.ts',
    '// See `gone.ts`.',
    '`gone.ts` is not in the tree',
  ],
  [
    'a command whose argument begins a line',
    'docs/a8.md',
    'By `git log\n<commit>` alone.',
    'a line begins with <commit>',
  ],
  [
    'a function that is gone',
    'docs/a9.md',
    'By `findPlace()`.',
    'no source has the name `findPlace`',
  ],
  [
    'an event that is gone',
    'docs/a10.md',
    'Then `PlaceGone`.',
    'no source has the name `PlaceGone`',
  ],
  ['a comment that names no record', 'shop/a2.ts', '/** Decisions 001 and 008. */', 'decision 008'],
  [
    'a comment that wraps before the number of no record',
    'shop/a3.ts',
    '/**\n * Small. Decisions\n * 008.\n */',
    'decision 008',
  ],
  ['a picture that no page shows', 'docs/pictures/a.png', '', 'no page shows it'],
  ['a picture that nothing makes', 'docs/pictures/b.png', '', 'docs-pictures.ts does not make it'],
  [
    'a record without a link',
    'docs/decisions/002-b.md',
    '# 002 [b](002-b.md)',
    'no page links to it',
  ],
] as const

const saidOf = (file: string, said: string) =>
  said
    .split('\n')
    .filter((line) => line.startsWith(`${file}: `))
    .join('\n')

test('each text that names what does not exist is refused, with the file that has it', async () => {
  const planted = Object.fromEntries(offences.map(([, file, text]) => [file, text]))
  const { code, said } = await check({ ...sound, ...planted })
  expect(code).toBe(1)
  for (const [what, file, , problem] of offences)
    expect(saidOf(file, said), what).toContain(problem)
})

const record = (number: string, status: string) => ({
  [`docs/decisions/${number}-a.md`]: `# ${number}\n\nDate: 2026-01-01. Status: ${status}\n`,
  [`docs/${number}.md`]: `[it](decisions/${number}-a.md)`,
})

test.each([
  ['accepted.', 'accepted. Amends 002.', 'decision 003 changes 002'],
  ['accepted.', 'accepted. Supersedes 002.', 'decision 003 changes 002'],
  ['superseded by 003.', 'accepted.', 'decision 002 is changed by 003'],
  ['accepted; amended by 001 and 003 (a part).', 'accepted.', 'decision 002 is changed by 003'],
])('the statuses "%s" and "%s" do not agree', async (older, newer, problem) => {
  const { said } = await check({ ...sound, ...record('002', older), ...record('003', newer) })
  expect(said).toContain(`${problem}, whose status does not say so`)
})

test('statuses that name each other agree', async () => {
  const older = record('002', 'accepted; amended by 003 (a part).')
  const newer = record('003', 'accepted. Amends 002.')
  expect(await check({ ...sound, ...older, ...newer })).toEqual({ code: 0, said: '' })
})

const runnable = {
  ...sound,
  'package.json': '{ "scripts": { "start": "x", "test": "x", "keys": "x" } }',
  'shop/order.test.ts': '',
  'shop/keys.ts': '',
  Dockerfile: 'FROM node:24 AS build\nFROM build AS whole\n',
  'docker-compose.yml': 'x-a:\n  x: 1\nservices:\n  shop:\n    image: x\nvolumes:\n  files:\n',
}

test('commands that name what exists are fine', async () => {
  const commands = [
    'npm start',
    'npm test -- --project unit shop/<topic>',
    'node shop/keys.ts rotate',
    'npx vitest run shop/order.test.ts -t undo',
    'docker build --target whole --tag shop .',
    'docker compose run --rm -v "$PWD:/kept" shop node shop/keys.ts',
    'docker compose up --detach --scale shop=2 shop # it alone',
  ]
  const text = `\`\`\`\n${commands.join('\n')}\n\`\`\`\n`
  expect(await check({ ...runnable, 'docs/a.md': text })).toEqual({ code: 0, said: '' })
})

test('each command that does not exist is refused', async () => {
  const commands = [
    'npm run gone',
    'npm test -- gone',
    'node shop/gone.ts',
    'npx vitest run shop/gone.test.ts',
    'bash .ci/gone',
    'docker build --target gone',
    'docker compose run --rm gone',
    'docker compose exec files node shop/keys.ts',
    'docker compose up --detach shop gone',
  ]
  const text = commands.map((command) => `Run \`${command}\`.\n`).join('\n')
  const { code, said } = await check({ ...runnable, 'docs/a.md': text })
  expect(code).toBe(1)
  for (const command of commands)
    expect(said).toContain(`docs/a.md: there is no command ${command}\n`)
})

test('a rule without a test, a test without its rule and a number of two rules are refused', async () => {
  const rules = ['S1.1', 'S1.1', 'S1.3'].map((number) => `- **${number}** Orders are kept.`)
  const { code, said } = await check({
    ...sound,
    'docs/specification.md': rules.join('\n'),
    'e2e/specification/orders.int.test.ts': `test('S1.1, S1.2: orders are kept', () => {})\n`,
  })
  expect(code).toBe(1)
  for (const problem of [
    'has no rule S1.2',
    'no test names rule S1.3',
    'two rules have the number S1.1',
  ])
    expect(said).toContain(problem)
})

test('each box of a diagram that names what does not exist is refused', async () => {
  const drawn = ['shop/gone.ts<br/>place', 'shop/order.ts<br/>cancel']
    .map((box) => page.slice(page.indexOf('```')).replace('shop/order.ts<br/>place', box))
    .join('\n')
  const { code, said } = await check({ ...sound, 'docs/a.md': drawn })
  expect(code).toBe(1)
  expect(said).toContain('docs/a.md: `shop/gone.ts` is not in the tree')
  expect(said).toContain('docs/a.md: shop/order.ts has no cancel')
})
