import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** The output of the scripts on a machine with this Node, before anything is installed. */
const saidOn = (node: string, platform: string, arch: string) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'strand-node-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(path.join(folder, 'tools'))
  const script = path.join(folder, 'tools/node24.mjs')
  copyFileSync(new URL('./node24.mjs', import.meta.url), script)
  const pretend = Object.entries({ versions: { node }, version: `v${node}`, platform, arch }).map(
    ([name, value]) => `Object.defineProperty(process,'${name}',{value:${JSON.stringify(value)}})`,
  )
  const before = `data:text/javascript,${encodeURIComponent(pretend.join(';'))}`
  const parameters = ['--import', before, script, 'all-in-one/main.ts']
  const { status, stderr } = spawnSync(process.execPath, parameters, { encoding: 'utf8' })
  return { status, stderr: stderr.trim() }
}

test.each([
  ['linux', 'x64', 'run "npm ci", without --omit=optional, which brings Node 24 along'],
  ['win32', 'x64', 'run "npm ci", without --omit=optional, which brings Node 24 along'],
  ['darwin', 'arm64', 'install Node 24 (npm has none for darwin-arm64), and run "npm ci"'],
  ['win32', 'arm64', 'install Node 24 (npm has none for win32-arm64), and run "npm ci"'],
])('an older Node on %s-%s gets one sentence that says what to install', (platform, arch, remedy) => {
  expect(saidOn('20.19.0', platform, arch)).toEqual({
    status: 1,
    stderr: `Strand runs on Node 24 or newer, and this is v20.19.0: ${remedy}.`,
  })
})

test('what a script has compiled is kept for the next start', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'strand-node-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(path.join(folder, 'tools'))
  const script = path.join(folder, 'tools/node24.mjs')
  copyFileSync(new URL('./node24.mjs', import.meta.url), script)
  writeFileSync(path.join(folder, 'main.ts'), 'const word: string = "started"\nconsole.log(word)\n')
  const { NODE_COMPILE_CACHE, ...env } = process.env
  const { stdout } = spawnSync(process.execPath, [script, 'main.ts'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  expect(stdout).toBe('started\n')
  expect(readdirSync(path.join(folder, 'node_modules/.cache/compiled'))).not.toEqual([])
})
