import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const inBrowser = execFileSync(
  'git',
  ['ls-files', 'web/src/*.ts', 'web/src/*.tsx', 'contracts/*.ts'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file !== '' && !/\.test\.tsx?$|\/testing\//.test(file))

/** The device's own clock, which may be years off, or be corrected while a page is open. */
const ownClock = /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|timeOrigin/

/** Where the device's clock may be read, and why that is harmless. */
const allowed: Record<string, string> = {
  'web/src/shared/api/server-time.ts': 'a guess for what is shown',
  'web/src/staff-shell/watch-for-jumps.ts': 'looks whether it was set',
}

test('the browser’s decisions use the server’s time or a clock that nobody can set', () => {
  const found = inBrowser.filter((file) =>
    ownClock.test(readFileSync(path.join(root, file), 'utf8')),
  )
  expect(found).toEqual(Object.keys(allowed).sort())
})
