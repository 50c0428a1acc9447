import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Description, judge, type TrueFile } from './judge.ts'
import { type Judged, reportOf } from './report.ts'

/**
 * `npm run statements -- --folder <folder> [--write]`: reads every statement file below the folder
 * with the shop's own readers, compares it with an independent oracle (`oracle.py`), and prints the
 * result for each source. `--write` writes `docs/money-files.md`. Each source is a checkout of its
 * own, named `owner+name`. Exits with 1 if a coherent file is misread, or if fewer than 95 % are
 * read correctly.
 */
const { values } = parseArgs({
  options: { folder: { type: 'string', default: '' }, write: { type: 'boolean', default: false } },
})
const { folder, write } = values
if (folder === '') {
  process.stderr.write('--folder takes the folder with the fetched sources\n')
  process.exit(2)
}

const tables = join(import.meta.dirname, 'tables.json')
const told: Record<string, Description> = JSON.parse(readFileSync(tables, 'utf8'))
const oracle = execFileSync('python3', [join(import.meta.dirname, 'oracle.py'), folder, tables], {
  encoding: 'utf8',
  maxBuffer: 1 << 29,
  stdio: ['ignore', 'pipe', 'inherit'],
})

const commitOf = (source: string): string =>
  execFileSync('git', ['-C', join(folder, source), 'rev-parse', '--short=10', 'HEAD'], {
    encoding: 'utf8',
  }).trim()

/** A file in several sources counts for the first. */
const seen = new Set<string>()
const commits = new Map<string, string>()
const judged: Judged[] = []
for (const row of oracle.split('\n').filter((one) => one !== '')) {
  const truth: TrueFile = JSON.parse(row)
  const bytes = readFileSync(join(folder, truth.path))
  const digest = createHash('sha256').update(bytes).digest('hex')
  if (seen.has(digest)) continue
  seen.add(digest)
  const [source = ''] = truth.path.split('/')
  if (!commits.has(source)) commits.set(source, commitOf(source))
  const verdict = judge(bytes, truth, told[truth.path])
  judged.push({ source, truth, verdict })
  if (truth.why === '' && (verdict.is === 'wrong' || verdict.is === 'refused'))
    process.stderr.write(`${verdict.is}: ${truth.path}: ${verdict.message}\n`)
}

const { text, isMet } = reportOf(judged, commits)
if (write) writeFileSync(join(import.meta.dirname, '../../docs/money-files.md'), text)
else process.stdout.write(text)
process.exitCode = isMet ? 0 : 1
