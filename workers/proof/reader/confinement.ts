import { execFile, type ForkOptions } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)

const ownFolder = fileURLToPath(new URL('.', import.meta.url))
const proofFolder = path.dirname(path.resolve(ownFolder))
const walls = new URL('./walls.ts', import.meta.url).href

/** Programs that start the process, the outermost first. Each is left out where it does not work. */
const starters = {
  /** Behind everybody who waits for the shop, with all its threads. */
  steppedBack: ['nice', '-n', '19'],
  /** In a network of its own, which has no way out: the kernel may allow it to users that are not root. */
  withoutNetwork: ['unshare', '--user', '--net', '--'],
  /** Also while it is paused, when it does not see that its parent is gone. */
  endingWithUs: ['setpriv', '--pdeathsig', 'KILL', '--'],
} as const

const startersHere = async () => {
  const here: { program: string[]; hasNoNetwork: boolean } = { program: [], hasNoNetwork: false }
  // A `nice` that came with a shell from elsewhere hands no channel on.
  if (process.platform === 'win32') return here
  for (const starter of Object.values(starters)) {
    if (!(await works([...here.program, ...starter]))) continue
    here.program.push(...starter)
    here.hasNoNetwork ||= starter === starters.withoutNetwork
  }
  return here
}
const works = ([program = '', ...rest]: string[]): Promise<boolean> =>
  run(program, [...rest, 'true'], { timeout: 10_000 }).then(
    () => true,
    () => false,
  )
let found: ReturnType<typeof startersHere> | undefined
const foundStarters = () => {
  found ??= startersHere()
  return found
}

/** Whether the kernel keeps the process from the network; else Node's own calls are taken from it. */
export const hasNoNetwork = async (): Promise<boolean> => (await foundStarters()).hasNoNetwork

/** Packages that the process loads, and all that they need in turn. */
const packages = ['sharp', 'tesseract.js', '@tesseract.js-data/eng', 'unpdf']

const Needed = z.record(z.string(), z.string()).default({})
const Package = z.object({ dependencies: Needed, optionalDependencies: Needed })

/** The folders of packages, found as Node finds them. */
const foldersOf = (names: readonly string[], from: string, known = new Set<string>()) => {
  for (const name of names) {
    const folder = folderOf(name, from)
    // Of another system.
    if (!folder || known.has(folder)) continue
    known.add(folder)
    const text = readFileSync(path.join(folder, 'package.json'), 'utf8')
    const { dependencies, optionalDependencies } = Package.parse(JSON.parse(text))
    foldersOf([...Object.keys(dependencies), ...Object.keys(optionalDependencies)], folder, known)
  }
  return known
}
const folderOf = (name: string, from: string): string | undefined => {
  const folder = path.join(from, 'node_modules', name)
  if (existsSync(path.join(folder, 'package.json'))) return folder
  const above = path.dirname(from)
  return above === from ? undefined : folderOf(name, above)
}

/** What the process may read: its code, and the packages that it loads with their data. */
const readable = (): string[] => [
  `${proofFolder}${path.sep}`,
  path.join(proofFolder, '../package.json'),
  path.join(proofFolder, '../../package.json'),
  ...[...foldersOf(packages, proofFolder)].map((folder) => `${folder}${path.sep}`),
]

/**
 * How to fork the process that reads strangers' files: it reads no file but its own code and data,
 * writes none, starts no program, and opens no connection. Decision 227.
 */
export const confinedOptions = async (execArgv: readonly string[]): Promise<ForkOptions> => {
  const [execPath = process.execPath, ...before] = [
    ...(await foundStarters()).program,
    process.execPath,
  ]
  return {
    execPath,
    execArgv: [
      ...before,
      '--permission',
      ...readable().map((name) => `--allow-fs-read=${name}`),
      '--allow-worker',
      '--allow-addons',
      '--no-warnings',
      '--max-old-space-size=96',
      '--v8-pool-size=1',
      ...execArgv,
      '--import',
      walls,
    ],
    // A thread may read the folder that the process started in, whatever else it is denied.
    cwd: ownFolder,
    // No secret of this process, and few heaps for the memory that its threads take.
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  }
}
