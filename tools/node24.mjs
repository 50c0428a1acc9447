// Every npm script that runs our own .ts files goes through here: Node runs them as they are from
// version 24 on. `npm ci` brings that Node along (for Linux) beside whatever the machine has.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const bundled = path.join(root, 'node_modules/.bin/node')
const [file, ...parameters] = process.argv.slice(2)

if (!file) {
  console.error('Usage: node tools/node24.mjs <file.ts> [arguments]')
  process.exit(2)
} else if (Number(process.versions.node.split('.')[0]) >= 24) {
  process.argv.splice(1, 2, path.resolve(file))
  await import(pathToFileURL(path.resolve(file)).href)
} else if (existsSync(bundled)) {
  const child = spawn(bundled, [path.resolve(file), ...parameters], { stdio: 'inherit' })
  // The child may have the signal already, from a terminal or from whoever signals the whole group:
  // within a second it is the same one.
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGINT', () => child.kill('SIGINT'))
  child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
} else {
  console.error(
    `Strand runs on Node 24 or newer, and this is ${process.version}: run "npm ci" first (on Linux it brings Node 24 along), or install Node 24, and try again.`,
  )
  process.exit(1)
}
