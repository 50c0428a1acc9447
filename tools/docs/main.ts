import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

// `npm run docs`: builds the documentation as a site of static files in dist/docs, and serves it.
// `npm run docs -- --build` only builds it. VitePress has a lock file of its own in docs/, so that
// the shop does not install it; VitePress is installed on first use.

const root = fileURLToPath(new URL('../../', import.meta.url))
const docs = path.join(root, 'docs')
const pages = path.join(docs, '.pages')

const readArguments = () => {
  const options = { build: { type: 'boolean' }, port: { type: 'string' } } as const
  try {
    return parseArgs({ options }).values
  } catch {
    process.stderr.write('Usage: npm run docs [-- --build] [-- --port 4173]\n')
    return process.exit(2)
  }
}

const install = () => {
  const lock = readFileSync(path.join(docs, 'package-lock.json'), 'utf8')
  const installed = path.join(docs, 'node_modules/.strand-lock')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return
  process.stdout.write('Installing VitePress in docs/node_modules\n')
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: docs,
    stdio: 'inherit',
    // On Windows, npm is a command file, which needs a shell.
    shell: process.platform === 'win32',
  })
  writeFileSync(installed, lock)
}

/** The tracked pages and pictures, in their folders. */
const copyPages = () => {
  rmSync(pages, { recursive: true, force: true })
  const wanted = [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'docs/*.md',
    'docs/pictures/*',
  ]
  const files = execFileSync('git', ['ls-files', '-z', '--', ...wanted], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of files.split('\0').filter(Boolean)) {
    mkdirSync(path.dirname(path.join(pages, file)), { recursive: true })
    cpSync(path.join(root, file), path.join(pages, file))
  }
}

const vitePress = (...given: string[]) =>
  execFileSync(process.execPath, ['node_modules/vitepress/bin/vitepress.js', ...given], {
    cwd: docs,
    stdio: 'inherit',
  })

const { build, port = '4173' } = readArguments()
install()
copyPages()
vitePress('build')
if (!build) vitePress('preview', '--port', port)
