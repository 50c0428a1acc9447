import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildApiDescription } from './api-description.ts'

/**
 * `npm run check:api`: lints the OpenAPI document of the API. `recommended-strict` are redocly's
 * recommended rules with every warning as an error.
 */
const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json')
const redocly = path.join(path.dirname(manifest), 'bin', 'cli.js')

const folder = await mkdtemp(path.join(tmpdir(), 'strand-api-'))
const file = path.join(folder, 'openapi.json')
try {
  await writeFile(file, JSON.stringify(await buildApiDescription(), null, 1))
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [redocly, 'lint', file, '--extends=recommended-strict', '--format=stylish'],
    {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  if (error) throw error
  if (status !== 0) process.stderr.write(stdout + stderr)
  process.exitCode = status ?? 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
