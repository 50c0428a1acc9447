import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

// `npm run release`: dist/strand-<version>.tar.gz of the commit that is checked out, with the built
// web app and an SBOM. The same commit gives the same bytes: `npm run release -- --check` builds
// twice, under other circumstances, and compares.

const root = fileURLToPath(new URL('../', import.meta.url))

const run = (file: string, parameters: string[], environment: Record<string, string> = {}) =>
  execFileSync(file, parameters, {
    cwd: root,
    env: { ...process.env, ...environment },
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
const tool = (name: string) => path.join(root, 'node_modules/.bin', name)

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()

/** From the lock file alone: what is installed on this machine says nothing about the release. */
const writeSbom = (file: string, environment: Record<string, string>) => {
  const given = ['--package-lock-only', '--output-reproducible', '--output-format', 'JSON']
  // npm finds two packages of lighthouse's invalid, whose versions it names by tag.
  const lenient = '--ignore-npm-errors'
  run(tool('cyclonedx-npm'), [...given, lenient, '--output-file', file], environment)
}

/** git writes the archive: the order, owners, modes and times of its files follow from the commit. */
const archive = (prefix: string, added: { folder: string; in: string }[]): Buffer => {
  const additions = added.flatMap(({ folder, in: place }) =>
    filesIn(folder).flatMap((file) => [
      `--prefix=${path.posix.join(prefix, place, path.dirname(file))}/`,
      `--add-file=${path.join(folder, file)}`,
    ]),
  )
  const tar = ['-c', 'tar.umask=0022', 'archive', '--format=tar', ...additions]
  // Level and strategy are given: what a later Node would choose by itself may differ.
  return gzipSync(run('git', [...tar, `--prefix=${prefix}/`, 'HEAD']), { level: 9 })
}

const build = (name: string, environment: Record<string, string> = {}): Buffer => {
  const folder = mkdtempSync(path.join(tmpdir(), 'strand-release-'))
  try {
    const [web, extra] = [path.join(folder, 'web'), path.join(folder, 'extra')]
    mkdirSync(extra)
    run(tool('vite'), ['build', 'web', '--outDir', web, '--emptyOutDir'], environment)
    writeSbom(path.join(extra, 'sbom.cdx.json'), environment)
    return archive(name, [
      { folder: web, in: 'web/dist' },
      { folder: extra, in: '.' },
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const version = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version as string
const name = `strand-${version}`
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

if (run('git', ['status', '--porcelain']).length > 0) {
  process.stderr.write('The release is of a commit: commit or remove what git status shows.\n')
  process.exit(1)
}
const first = build(name)
if (process.argv.includes('--check')) {
  const second = build(name, { TZ: 'Pacific/Kiritimati', LC_ALL: 'C', HOME: tmpdir() })
  const isSame = first.equals(second)
  process.stdout.write(`${hash(first)}\n${hash(second)}\n`)
  process.stdout.write(isSame ? 'Two builds are byte-equal.\n' : 'Two builds differ.\n')
  process.exit(isSame ? 0 : 1)
}
mkdirSync(path.join(root, 'dist'), { recursive: true })
writeFileSync(path.join(root, `dist/${name}.tar.gz`), first)
writeFileSync(path.join(root, `dist/${name}.tar.gz.sha256`), `${hash(first)}  ${name}.tar.gz\n`)
process.stdout.write(`dist/${name}.tar.gz  ${first.length} bytes  sha256 ${hash(first)}\n`)
