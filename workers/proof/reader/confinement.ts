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

/**
 * Programs that start the process, outermost first. A program that does not work on this machine is
 * left out.
 */
const starters = {
  /** Gives the process and all its threads the lowest priority. */
  steppedBack: ['nice', '-n', '19'],
  /**
   * Puts the process into a network of its own, with no way out. Some kernels allow this only to
   * root.
   */
  withoutNetwork: ['unshare', '--user', '--net', '--'],
  /**
   * Kills the process when its parent dies, even while the process is paused and could not notice.
   */
  endingWithUs: ['setpriv', '--pdeathsig', 'KILL', '--'],
} as const

const startersHere = async () => {
  const here: { program: string[]; hasNoNetwork: boolean } = { program: [], hasNoNetwork: false }
  // On Windows, the `nice` of a Unix shell does not pass on the IPC channel.
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

/**
 * Whether the kernel keeps the process off the network; if not, Node's own network calls are
 * disabled.
 */
export const hasNoNetwork = async (): Promise<boolean> => (await foundStarters()).hasNoNetwork

/** Packages that the process loads; their dependencies are added below. */
const packages = ['sharp', 'tesseract.js', '@tesseract.js-data/eng', 'unpdf']

const Needed = z.record(z.string(), z.string()).default({})
const Package = z.object({ dependencies: Needed, optionalDependencies: Needed })

/** The folders of these packages and their dependencies, resolved as Node does. */
const foldersOf = (names: readonly string[], from: string, known = new Set<string>()) => {
  for (const name of names) {
    const folder = folderOf(name, from)
    // An optional dependency for another system is not installed.
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

/** The paths that the process may read: its code, and its packages with their data. */
const readable = (): string[] => [
  `${proofFolder}${path.sep}`,
  path.join(proofFolder, '../package.json'),
  path.join(proofFolder, '../../package.json'),
  ...[...foldersOf(packages, proofFolder)].map((folder) => `${folder}${path.sep}`),
]

/**
 * The options for forking the process that reads files from strangers. The process can read only
 * its own code and data. It cannot write files, start programs or open connections. See decision
 * 227.
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
    // Threads can always read the folder that the process started in, despite Node's permissions.
    cwd: ownFolder,
    // The environment contains no secrets. Each of malloc's arenas and each thread takes memory, so
    // few are allowed.
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  }
}
