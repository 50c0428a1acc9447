import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { anchorOf } from './docs/anchor.ts'

/**
 * `npm run check:docs`: checks that documentation and comments name only things that exist:
 *
 * - relative links and anchors in Markdown, and commands
 * - paths and names of code, in backticks and diagrams
 * - decision records: a page must link to each
 * - the specification's rules: a test must name each
 * - pictures: a command must make each, and a page must show it
 */
const recordPath = /^docs\/decisions\/(\d{3})-[\w-]+\.md$/
const specification = 'docs/specification.md'
/** The changelog is not checked, because it names files that have been renamed since. */
const isHistory = (file: string) => file === 'CHANGELOG.md'

const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  .split('\0')
  .filter((file) => file && existsSync(file))
const folders = new Set(tracked.flatMap((file) => parents(file)))
const topFolders = new Set([...folders].filter((folder) => !folder.includes('/')))
const texts = new Map(
  tracked
    .filter((file) => /\.(md|tsx?|mjs|sql|sh)$/.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')]),
)

function parents(file: string): string[] {
  const folder = path.posix.dirname(file)
  return folder === '.' ? [] : [folder, ...parents(folder)]
}

/** Blanks out fenced blocks, which may contain anything, but keeps the line numbers. */
const withoutFences = (text: string) =>
  text.replace(/^( *)```[\s\S]*?^\1```/gm, (fence) => fence.replace(/[^\n]/g, ''))

function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of withoutFences(page).matchAll(/^#{1,6} +(.+)$/gm)) {
    const slug = anchorOf(heading)
    let anchor = slug
    for (let again = 1; anchors.has(anchor); again += 1) anchor = `${slug}-${again}`
    anchors.add(anchor)
  }
  for (const [, id = ''] of page.matchAll(/<a id="([^"]+)">/g)) anchors.add(id)
  return anchors
}

/** A page's relative links as paths from the root, with their anchors. */
const linksOf = (file: string, page: string) =>
  [...withoutFences(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/i.test(target))
    .map((target) => {
      const [link = '', anchor] = target.split('#')
      const to = link ? path.posix.join(path.posix.dirname(file), link) : file
      return { target, anchor, to: to.replace(/\/$/, '') }
    })

function deadLinks(file: string, page: string): string[] {
  return linksOf(file, page).flatMap(({ target, to, anchor }) => {
    if (!existsSync(to)) return [`${file}: the link ${target} leads nowhere`]
    const linked = texts.get(to)
    const dead = anchor && linked !== undefined && !anchorsOf(linked).has(anchor)
    return dead ? [`${file}: no heading has the anchor of ${target}`] : []
  })
}

/**
 * Lines that begin with `<word>`, which start a block of HTML even inside wrapped backticks, and
 * break the site.
 */
const strayTags = (file: string, page: string) =>
  [...withoutFences(page).matchAll(/^[ \t]*<(?!(?:https?|mailto):)[a-z][^>\n]*>/gim)]
    .filter(([tag]) => !/<a id="/.test(tag))
    .map(([tag]) => `${file}: a line begins with ${tag.trim()}, which starts a block of HTML`)

/** Comment lines only, because elsewhere in code, backticks are template literals. */
const commentsOf = (file: string, text: string) =>
  file.endsWith('.md')
    ? withoutFences(text)
    : text
        .replace(/^(?!\s*(?:\/\/|\/?\*|--|#|\{\/\*)).*$/gm, '')
        .replace(/^.*biome-ignore.*$/gm, '')

/**
 * Whether this is a path that begins with one of our folders, or a file name with an extension of
 * our sources.
 */
function looksLikeOurs(mention: string): boolean {
  if (!/^[\w./*{},-]+$/.test(mention) || /^[./]|node_modules/.test(mention)) return false
  const [top = '', second] = mention.split('/')
  if (topFolders.has(top) && second !== undefined) return true
  return /[\w*}]\.(ts|tsx|sql|md)$/.test(mention)
}

/**
 * `order/routes.ts` matches in any package, and `x.test.ts` matches any test; `*` and `{a,b}` work
 * as in a shell.
 */
function existsInTree(mention: string): boolean {
  const wanted = mention
    .replace(/\/$/, '')
    .replace(/^x\./, '*.')
    .replace(/[.]/g, '\\.')
    .replace(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'))
    .replace(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
  const pattern = new RegExp(`(?:^|/)${wanted}$`)
  return tracked.some((file) => pattern.test(file)) || [...folders].some((it) => pattern.test(it))
}

/** A diagram's boxes. Each names a file and, below it, a name in that file. */
const diagramBoxes = (file: string, text: string) =>
  file.endsWith('.md')
    ? [...text.matchAll(/^```mermaid\n([\s\S]*?)^```/gm)].flatMap(([, diagram = '']) => [
        ...diagram.matchAll(/([\w-]+\/[\w./-]+\.tsx?)\b(?:<br\/>(\w+))?/g),
      ])
    : []

const missingNames = (file: string, text: string) =>
  diagramBoxes(file, text)
    .filter(
      ([, mention = '', name = '']) =>
        !new RegExp(`\\b${name}\\b`).test(texts.get(mention) ?? name),
    )
    .map(([, mention, name]) => `${file}: ${mention} has no ${name}`)

const missingFiles = (file: string, text: string) =>
  [...commentsOf(file, text).matchAll(/`([^`\n]+)`/g)]
    .map(([, mention = '']) => mention)
    .concat(diagramBoxes(file, text).map(([, mention = '']) => mention))
    .filter((mention) => looksLikeOurs(mention) && !existsInTree(mention))
    .map((mention) => `${file}: \`${mention}\` is not in the tree`)

/** The names of functions, types and events, such as `handleCommand` or `OrderApproved`. */
const code = tracked
  .filter((file) => /\.(tsx?|mjs|sql|sh|yml)$/.test(file))
  .map((file) => texts.get(file) ?? readFileSync(file, 'utf8'))
  .join('\n')
const names = new Set(code.match(/\w+/g))
const missingIdentifiers = (file: string, text: string) =>
  file.endsWith('.md')
    ? [...withoutFences(text).matchAll(/`([a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)(?:\(\))?`/g)]
        .map(([, name = '']) => name)
        .filter((name) => !names.has(name))
        .map((name) => `${file}: no source has the name \`${name}\``)
    : []

const recordNumbers = new Set(tracked.map((file) => recordPath.exec(file)?.[1]))
/** Skips migrations, which are never edited, and so may name a deleted record. */
const missingRecords = (file: string, text: string) =>
  [
    ...(file.includes('/migrations/') ? '' : commentsOf(file, text)).matchAll(
      /\bdecisions?\s+(?:(?:\*|--|\/\/)\s+)?((?:\d{3}(?:,\s+| and )?)+)/gi,
    ),
  ]
    .flatMap(([, numbers = '']) => numbers.match(/\d{3}/g) ?? [])
    .filter((number) => !recordNumbers.has(number))
    .map((number) => `${file}: there is no decision ${number}`)

function lonelyRecords(): string[] {
  const linked = new Set(
    [...texts]
      .filter(([file]) => file.endsWith('.md'))
      .flatMap(([file, page]) =>
        linksOf(file, page).flatMap(({ to }) => (to === file ? [] : [to])),
      ),
  )
  return tracked
    .filter((file) => recordPath.test(file) && !linked.has(file))
    .map((file) => `${file}: no page links to it`)
}

/** If a record amends or supersedes another, the status of each must name the other. */
function statusProblems(): string[] {
  const statuses = new Map(
    [...texts].flatMap(([file, text]) => {
      const number = recordPath.exec(file)?.[1]
      return number ? [[number, /^Date: .*Status: (.*)$/m.exec(text)?.[1] ?? '']] : []
    }),
  )
  const named = (number: string, by: RegExp) =>
    [...(statuses.get(number) ?? '').matchAll(by)].flatMap(([part]) => part.match(/\d{3}/g) ?? [])
  return [...statuses.keys()].flatMap((number) => [
    ...named(number, /(?:Amends|Supersedes) [^.]*\./g)
      .filter((other) => !named(other, /\b(?:amended|superseded) by [^.]*\./g).includes(number))
      .map((other) => `decision ${number} changes ${other}, whose status does not say so`),
    ...named(number, /\b(?:amended|superseded) by [^.]*\./g)
      .filter((other) => !named(other, /(?:Amends|Supersedes) [^.]*\./g).includes(number))
      .map((other) => `decision ${number} is changed by ${other}, whose status does not say so`),
  ])
}

/**
 * Tests may name only rules of the specification. Each rule must be named by one of these tests, or
 * must itself name a test file.
 */
function ruleProblems(): string[] {
  const rules = [...(texts.get(specification) ?? '').matchAll(/\*\*(S\d+\.\d+)\*\*([^*]*)/g)]
  const numbers = new Set(rules.map(([, number]) => number))
  const named = new Set<string>()
  const unknown = [...texts]
    .filter(([file]) => file.startsWith('e2e/specification/'))
    .flatMap(([file, text]) =>
      [...text.matchAll(/\bS\d+\.\d+\b/g)].flatMap(([number]) => {
        named.add(number)
        return numbers.has(number) ? [] : [`${file}: ${specification} has no rule ${number}`]
      }),
    )
  const untested = rules
    .filter(([, number = '', words = '']) => !named.has(number) && !/\.test\.ts`/.test(words))
    .map(([, number]) => `${specification}: no test names rule ${number}`)
  const twice = rules
    .map(([, number]) => number)
    .filter((number, index, all) => all.indexOf(number) !== index)
    .map((number) => `${specification}: two rules have the number ${number}`)
  return [...unknown, ...untested, ...twice]
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
const scripts: Record<string, string> =
  JSON.parse(readIfThere('package.json') || '{}').scripts ?? {}

const testFiles = tracked.filter((file) => /\.test\.tsx?$/.test(file))
const composeServices = [
  ...readIfThere('docker-compose.yml')
    .replace(/^[\s\S]*?^services:\n/m, '')
    .replace(/^\w[\s\S]*/m, '')
    .matchAll(/^ {2}([\w-]+):/gm),
].map(([, name = '']) => name)
const imageTargets = [...readIfThere('Dockerfile').matchAll(/^FROM .* AS ([\w-]+)$/gim)].map(
  ([, name = '']) => name,
)

/** The words of a command that are neither options nor their values. */
function plainWords(words: string): string[] {
  const withValue = /^(-v|--name|--project|--scale|-t)$/
  return words
    .split(/\s+/)
    .filter(
      (word, index, all) => word && !word.startsWith('-') && !withValue.test(all[index - 1] ?? ''),
    )
}

/** Checks the scripts, tests, programs, services and images in a page's commands. */
const missingCommands = (file: string, page: string) => {
  const found = (pattern: RegExp) => [...page.matchAll(pattern)]
  const missing = [
    ...found(/\bnpm run (?:--silent |-s )?([a-z][\w:-]*)/g).filter(
      ([, script = '']) => !(script in scripts),
    ),
    ...found(/\bnpm (start|test)\b/g).filter(([, script = '']) => !(script in scripts)),
    ...found(/\bnpm test -- ([^`#|&;\n]+)/g).filter(([, words = '']) =>
      plainWords(words.replace(/<[^>]*>/g, '')).some(
        (word) => !testFiles.some((test) => test.includes(word)),
      ),
    ),
    ...found(/\b(?:node|bash|npx vitest run) ([\w./-]+\/[\w.-]+)/g).filter(
      ([, program = '']) => !tracked.includes(program),
    ),
    ...found(/\bdocker build --target ([\w-]+)/g).filter(
      ([, target = '']) => !imageTargets.includes(target),
    ),
    ...found(/\bdocker compose (?:run|exec) ([^`#&;<\n]+)/g).filter(
      ([, words = '']) => !composeServices.includes(plainWords(words)[0] ?? ''),
    ),
    ...found(/\bdocker compose up ([^`#&;<\n]+)/g).filter(([, words = '']) =>
      plainWords(words).some((word) => !composeServices.includes(word)),
    ),
  ]
  return missing.map(([command]) => `${file}: there is no command ${command.trim()}`)
}

/**
 * The program that makes the documentation's pictures. It must make each tracked picture, and a
 * page must show each.
 */
const pictureMaker = 'tools/screenshots/docs-pictures.ts'
function pictureProblems(): string[] {
  const shown = [...texts].flatMap(([file, page]) =>
    file.endsWith('.md') ? linksOf(file, page).map(({ to }) => to) : [],
  )
  const inFolder = tracked.filter((file) => file.startsWith('docs/pictures/'))
  return inFolder.flatMap((file) => [
    ...(shown.includes(file) ? [] : [`${file}: no page shows it`]),
    ...(texts.get(pictureMaker)?.includes(`'${path.posix.basename(file)}'`)
      ? []
      : [`${file}: ${pictureMaker} does not make it`]),
  ])
}

const problems = [...texts].flatMap(([file, text]) => {
  if (isHistory(file)) return []
  const dead = file.endsWith('.md')
    ? [...deadLinks(file, text), ...missingCommands(file, text), ...strayTags(file, text)]
    : []
  return [
    ...dead,
    ...missingFiles(file, text),
    ...missingNames(file, text),
    ...missingIdentifiers(file, text),
    ...missingRecords(file, text),
  ]
})
problems.push(...lonelyRecords(), ...statusProblems(), ...ruleProblems(), ...pictureProblems())

for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
