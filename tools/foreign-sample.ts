import { execFileSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts'

/**
 * `npm run foreign-sample`: shows that others can use `event-sourcing/`. Builds the package to
 * JavaScript with types, packs it, and installs the tarball in an empty folder. There it compiles
 * and runs the sample about a library's loans on the embedded Postgres. npm takes the dependencies
 * from its cache or the registry.
 */
const root = fileURLToPath(new URL('../', import.meta.url))
const source = path.join(root, 'event-sourcing')
const folder = mkdtempSync(path.join(tmpdir(), 'strand-foreign-'))
const [built, loans] = ['package', 'loans'].map((name) => path.join(folder, name)) as [
  string,
  string,
]

const run = (program: string, args: string[], cwd: string) =>
  execFileSync(program, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' })
const tsc = (...args: string[]) =>
  run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), ...args], root)

const build = () => {
  tsc('-p', path.join(source, 'tsconfig.build.json'), '--outDir', built)
  for (const file of globSync('**/migrations/*.sql', { cwd: source }))
    cpSync(path.join(source, file), path.join(built, file))
  cpSync(path.join(source, 'README.md'), path.join(built, 'README.md'))
  cpSync(path.join(root, 'LICENSE'), path.join(built, 'LICENSE'))
  const { name, version, license, type, dependencies, publishConfig } = JSON.parse(
    readFileSync(path.join(source, 'package.json'), 'utf8'),
  )
  writeFileSync(
    path.join(built, 'package.json'),
    JSON.stringify({ name, version, license, type, exports: publishConfig.exports, dependencies }),
  )
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], built))
  return path.join(folder, packed.filename)
}

const install = (tarball: string) => {
  mkdirSync(loans)
  cpSync(path.join(source, 'examples/loans'), loans, { recursive: true })
  writeFileSync(path.join(loans, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  run(
    'npm',
    ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball],
    loans,
  )
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'esnext.disposable'],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    skipLibCheck: false,
    types: ['node'],
    typeRoots: [path.join(root, 'node_modules/@types')],
  }
  writeFileSync(path.join(loans, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
}

try {
  const tarball = build()
  install(tarball)
  tsc('-p', loans)
  const postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'))
  try {
    process.stdout.write(run(process.execPath, ['main.ts', postgres.url], loans))
  } finally {
    await postgres.stop()
  }
  process.stdout.write(`${path.basename(tarball)} works in a folder of its own\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
