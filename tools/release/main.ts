import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { parseVerifierKey, signerOf, verifierKey } from '@strand/log-proof/note'
import { checkRelease, sha256Of, signRelease } from './note.ts'

// `npm run release`: makes dist/strand-<version>.tar.gz from the checked-out commit, with the built
// web app and an SBOM. The same commit gives the same bytes: `npm run release -- --check` builds
// twice, under different circumstances, and compares. RELEASE_SIGNING_KEY signs a note beside the
// archive; `npm run release -- --verify <archive> --key <verifier key>` checks the note.

const root = fileURLToPath(new URL('../../', import.meta.url))
const usage = `Usage: npm run release [-- --check]
       npm run release -- --verify strand-<version>.tar.gz --key '<verifier key>'
  --check   builds the archive twice, and compares
  --verify  an archive, with its note beside it: <archive>.note
  --key     the verifier key that the maintainers published
RELEASE_SIGNING_KEY, 32 random bytes in base64, signs the archive that is built.
`

/** Exits with 1 for a bad archive, and with 2 for a wrong call. */
const fail = (why: string, code: 1 | 2): never => {
  process.stderr.write(`${why}\n`)
  process.exit(code)
}

const readArguments = () => {
  const text = { type: 'string' } as const
  const options = { check: { type: 'boolean' }, verify: text, key: text } as const
  try {
    const { values } = parseArgs({ options })
    const isComplete = (values.verify === undefined) === (values.key === undefined)
    if (isComplete && !(values.check && values.verify)) return values
  } catch {}
  return fail(usage, 2)
}

const readKey = (text: string) => {
  try {
    return parseVerifierKey(text)
  } catch (error) {
    return fail(`--key: ${error instanceof Error ? error.message : error}`, 2)
  }
}

const readFile = (file: string): Buffer => {
  try {
    return readFileSync(file)
  } catch {
    return fail(`There is no file ${file}`, 2)
  }
}

const { check, verify, key } = readArguments()
if (verify !== undefined) {
  const verifier = readKey(key ?? '')
  // npm runs this program in the project's folder; `INIT_CWD` is the folder of the call.
  const file = path.resolve(process.env.INIT_CWD ?? '.', verify)
  const archive = { file: path.basename(file), bytes: readFile(file) }
  const found = checkRelease(archive, readFile(`${file}.note`).toString(), verifier)
  if (typeof found === 'string') fail(found, 1)
  else
    process.stdout.write(
      `${found.file} is what ${verifier.name} signed, of commit ${found.commit}\n`,
    )
  process.exit(0)
}

const run = (file: string, parameters: string[], environment: Record<string, string> = {}) =>
  execFileSync(file, parameters, {
    cwd: root,
    env: { ...process.env, ...environment },
    maxBuffer: 2 ** 30,
    // The error of a failed command contains its output; a successful command prints nothing.
    stdio: ['ignore', 'pipe', 'pipe'],
  })
const tool = (name: string) => path.join(root, 'node_modules/.bin', name)

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()

/**
 * The SBOM comes from the lock file alone, because the packages on this machine say nothing about
 * the release.
 */
const writeSbom = (file: string, environment: Record<string, string>) => {
  const given = ['--package-lock-only', '--output-reproducible', '--output-format', 'JSON']
  // npm considers two packages of lighthouse invalid, because lighthouse refers to them by tag.
  const lenient = '--ignore-npm-errors'
  run(tool('cyclonedx-npm'), [...given, lenient, '--output-file', file], environment)
}

/**
 * git writes the archive, so that the commit decides the order, owners, modes and times of its
 * files.
 */
const archive = (prefix: string, added: { folder: string; in: string }[]): Buffer => {
  const additions = added.flatMap(({ folder, in: place }) =>
    filesIn(folder).flatMap((file) => [
      `--prefix=${path.posix.join(prefix, place, path.dirname(file))}/`,
      `--add-file=${path.join(folder, file)}`,
    ]),
  )
  const tar = ['-c', 'tar.umask=0022', 'archive', '--format=tar', ...additions]
  // An explicit level, because a later Node may change its default.
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

/** The version, after a check that each package has this version and the changelog describes it. */
const readVersion = (): string => {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const { version, workspaces } = JSON.parse(read('package.json')) as {
    version: string
    workspaces: string[]
  }
  for (const workspace of workspaces) {
    const own = JSON.parse(read(`${workspace}/package.json`)).version
    if (own !== version) fail(`${workspace}/package.json has version ${own}, not ${version}`, 1)
  }
  if (!read('CHANGELOG.md').includes(`\n## ${version} (`))
    fail(`CHANGELOG.md has no heading for ${version}`, 1)
  return version
}

const readSigner = () => {
  const text = process.env.RELEASE_SIGNING_KEY ?? ''
  if (text === '') return null
  const seed = Buffer.from(text, 'base64')
  if (seed.length !== 32) return fail('RELEASE_SIGNING_KEY: expected 32 random bytes in base64', 2)
  return signerOf('strand-release', seed)
}

const signer = readSigner()
const name = `strand-${readVersion()}`
if (run('git', ['status', '--porcelain']).length > 0)
  fail('A release is made from a commit: commit or remove what git status shows.', 1)
const bytes = build(name)
const sha256 = sha256Of(bytes)
if (check) {
  const second = build(name, { TZ: 'Pacific/Kiritimati', LC_ALL: 'C', HOME: tmpdir() })
  const isSame = bytes.equals(second)
  process.stdout.write(`${sha256}\n${sha256Of(second)}\n`)
  process.stdout.write(isSame ? 'Two builds are byte-equal.\n' : 'Two builds differ.\n')
  process.exit(isSame ? 0 : 1)
}
mkdirSync(path.join(root, 'dist'), { recursive: true })
const file = `${name}.tar.gz`
const archiveFile = path.join(root, 'dist', file)
writeFileSync(archiveFile, bytes)
writeFileSync(`${archiveFile}.sha256`, `${sha256}  ${file}\n`)
// An earlier build's note does not belong to these bytes.
rmSync(`${archiveFile}.note`, { force: true })
process.stdout.write(`dist/${file}  ${bytes.length} bytes  sha256 ${sha256}\n`)
if (signer) {
  const commit = run('git', ['rev-parse', 'HEAD']).toString().trim()
  writeFileSync(`${archiveFile}.note`, signRelease({ file, commit, sha256 }, signer))
  process.stdout.write(`dist/${file}.note  signed by ${verifierKey(signer)}\n`)
}
